/// What tells one instance of a container from all others: its factory, and what it was made from if there is one for each parameter.
package struct FactoryKey: Hashable, CustomStringConvertible {
    package private(set) var identity: FactoryIdentity

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

    /// The key of a singleton: equal for all types of containers that have the same definition, as from an extension of
    /// ``SharedContainer``. A key of one's own says nothing of where the definition is, and so stays apart for each type.
    var spanningContainers: FactoryKey {
        var key = self
        key.identity.spansContainers = identity.fileID != nil
        return key
    }

    /// The name of factories that are identified by their type alone.
    static let typed: StaticString = ""

    /// As a reader would write it: `AppContainer.store`. A parameter without a name says it all.
    package var description: String {
        if identity.name.description.isEmpty {
            return parameter.map { "\($0)" } ?? "\(identity.container).\(identity.factory)"
        }
        return "\(identity.container).\(identity.name)" + (parameter.map { "(\($0))" } ?? "")
    }

    /// The name of the type that the factory makes, without the optional that it may be in.
    var instanceType: String {
        func name<F: FactoryModifying>(of factory: F.Type) -> String { "\(F.T.self)" }
        guard let factory = identity.factory as? any FactoryModifying.Type else { return "\(identity.factory)" }
        let name = name(of: factory)
        return name.hasPrefix("Optional<") ? String(name.dropFirst("Optional<".count).dropLast()) : name
    }

    package static func == (a: FactoryKey, b: FactoryKey) -> Bool {
        a.identity == b.identity && a.parameter == b.parameter
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(identity)
        if let parameter { hasher.combine(parameter) }
    }
}
