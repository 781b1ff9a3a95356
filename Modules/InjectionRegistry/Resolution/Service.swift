import Injection

/// A blueprint in a registry, and its instance.
// All that changes is guarded by the lock of the table that it is in.
final class Service<Owner, Building: AnyObject> {
    enum Instance {
        case none
        case building(Building)
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

    /// Whether the instance is being built by this construction.
    func isBuilt(by construction: Building) -> Bool {
        if case .building(let current) = instance { current === construction } else { false }
    }
}
