/// What tells one instance of a container from all others: its factory, and what it was made from if there is one for each parameter.
package struct FactoryKey: Hashable, CustomStringConvertible {
    package let identity: FactoryIdentity

    // In a box, since as a rule there is none, and a key that is small is copied quickly.
    var boxedParameter: Box<AnyHashable>?

    init(_ identity: FactoryIdentity) {
        self.identity = identity
    }

    package init(
        container: Any.Type, factory: Any.Type, name: StaticString, fileID: StaticString?, parameter: AnyHashable? = nil
    ) {
        identity = FactoryIdentity(container: container, factory: factory, name: name, fileID: fileID)
        boxedParameter = parameter.map(Box.init)
    }

    /// The type of the container.
    package var container: Any.Type { identity.container }

    /// What the instance was made from, if the factory keeps one for each parameter.
    package var parameter: AnyHashable? {
        get { boxedParameter?.content }
        set { boxedParameter = newValue.map(Box.init) }
    }

    /// The name of factories that are identified by their type alone.
    static let typed: StaticString = ""

    /// As a reader would write it: `AppContainer.store`. A parameter without a name says it all.
    package var description: String {
        if identity.name.utf8CodeUnitCount == 0 {
            return parameter.map { "\($0)" } ?? "\(identity.container).\(identity.factory)"
        }
        return "\(identity.container).\(identity.name)" + (parameter.map { "(\($0))" } ?? "")
    }

    package static func == (a: FactoryKey, b: FactoryKey) -> Bool {
        a.identity == b.identity && a.parameter == b.parameter
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(identity)
        if let parameter { hasher.combine(parameter) }
    }
}
