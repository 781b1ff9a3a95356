/// The place where a factory is defined: its types, and the addresses of its literals.
///
/// A literal may have several addresses, so a factory may have several locations.
// Sendable because literals and types never change.
@usableFromInline struct FactoryLocation: Equatable, @unchecked Sendable {
    /// The name of the property, or the custom key.
    @usableFromInline let name: Literal
    /// `#fileID`, which begins with the module; none if a custom key identifies the factory.
    @usableFromInline let file: Literal
    /// The type of the factory, such as `Factory<Int>`. It determines the types of the closures and
    /// the instances, so definitions of two types never share them.
    @usableFromInline let factory: Any.Type
    @usableFromInline var container: Any.Type
    /// The line of the definition, which distinguishes singletons; see ``spanningContainers``.
    @usableFromInline let line: UInt32

    @inlinable
    init(name: Literal, file: Literal, factory: Any.Type, container: Any.Type, line: UInt32) {
        self.name = name
        self.file = file
        self.factory = factory
        self.container = container
        self.line = line
    }

    // Compared in this order, because most locations differ in their names.
    @usableFromInline static func == (left: FactoryLocation, right: FactoryLocation) -> Bool {
        left.name == right.name && left.factory == right.factory && left.file == right.file
            && left.container == right.container && left.hasLine(of: right)
    }

    /// Whether two locations of one name are the same definition. In one type of container, they
    /// are.
    private func hasLine(of other: FactoryLocation) -> Bool {
        line == other.line || container != Scope.Singleton.self
    }

    /// Whether another location is the same factory, with the same types and the same text.
    func hasContent(of other: FactoryLocation) -> Bool {
        factory == other.factory && container == other.container && hasLine(of: other)
            && name.text == other.name.text && file.text == other.file.text
    }

    /// A hash of the name and the type. The file rarely makes a difference.
    var contentHash: Int {
        let type = UInt(bitPattern: ObjectIdentifier(factory))
        return Int(truncatingIfNeeded: (name.contentHash ^ type >> 4) & 0xFFFF_FFFF)
    }

    var hash: Int {
        let bits = name.address ^ UInt(bitPattern: ObjectIdentifier(factory))
        return Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) >> 32)
    }

    /// The location in a singleton scope, where a definition in an extension of a protocol is the
    /// same factory for all types of containers.
    ///
    /// A custom key does not say where the definition is, so each type of container has its own.
    var spanningContainers: FactoryLocation {
        var location = self
        if file != .none {
            location.container = Scope.Singleton.self
        }
        return location
    }
}

/// A factory in messages and in the chain of a thread, with its parameter if each has an instance.
// Sendable because it never changes. A parameter is only compared and printed.
package final class FactoryKey: CustomStringConvertible, @unchecked Sendable {
    let location: FactoryLocation
    package let parameter: AnyHashable?
    /// The hash of the parameter, which is computed while no lock is held. Without a parameter, the
    /// hash of the location's content.
    let hash: Int

    init(_ location: FactoryLocation, parameter: AnyHashable? = nil, hash: Int = 0) {
        self.location = location
        self.parameter = parameter
        self.hash = hash
    }

    package convenience init(
        container: Any.Type,
        factory: Any.Type,
        name: StaticString,
        parameter: AnyHashable? = nil
    ) {
        let location = FactoryLocation(
            name: Literal(name),
            file: .none,
            factory: factory,
            container: container,
            line: 0
        )
        self.init(location, parameter: parameter)
    }

    package var container: Any.Type {
        location.container
    }

    /// The name of the factory in code, such as `AppContainer.store`.
    ///
    /// Without a name, it is the parameter, or the type of a factory that is found by its type.
    package var description: String {
        let name = location.name.text
        if name.isEmpty {
            return parameter.map { "\($0)" } ?? "\(container).\(location.factory)"
        }
        return "\(container).\(name)" + (parameter.map { "(\($0))" } ?? "")
    }

    /// The name of the type that the factory makes, without the optional that it may be in.
    var instanceType: String {
        func name<F: FactoryModifying>(of factory: F.Type) -> String {
            "\(F.T.self)"
        }
        guard let factory = location.factory as? any FactoryModifying.Type else {
            return "\(location.factory)"
        }
        let name = name(of: factory)
        let optional = "Optional<"
        return name.hasPrefix(optional) ? String(name.dropFirst(optional.count).dropLast()) : name
    }
}

extension FactoryKey {
    /// Returns whether another key has the same definition and an equal parameter.
    ///
    /// Compares parameters, so the caller must not hold a lock.
    func isSameFactory(as other: FactoryKey) -> Bool {
        self === other || location == other.location && parameter == other.parameter
    }

    /// The key of a factory that is found by its type.
    static let typed: StaticString = ""
}
