import Injection

/// A blueprint in a registry, and its instance.
// Sendable because all that changes is guarded by the lock of the table that it is in, or was.
final class Service<Owner>: @unchecked Sendable {
    enum Instance {
        case none
        /// By a construction of the kind that the owner's resolutions use.
        case building(AnyObject)
        case built(AnyObject)
    }

    let blueprint: Blueprint<Owner>
    /// The link of the chain that makes it.
    let link: FactoryKey
    /// Its place among the registrations of the table.
    let order: Int

    /// What the chain tells the services that it makes anew by, apart for those that this registry was asked for and those that a
    /// child was, which are other instances. Nobody waits for them.
    let mark: Construction
    let inheritedMark: Construction

    var instance = Instance.none

    init(_ blueprint: Blueprint<Owner>, order: Int) {
        self.blueprint = blueprint
        self.order = order
        let key = blueprint.key
        // A link with an empty name is described by its parameter.
        link = FactoryKey(
            container: Owner.self, factory: key.type, name: "", fileID: nil, parameter: AnyHashable(key))
        mark = Construction(of: link)
        inheritedMark = Construction(of: link)
    }
}
