/// The location of a factory's definition: the types of the factory and its container, the line,
/// and the addresses of the literals for the name and the file.
///
/// Equal literals may have different addresses, so a factory may have several locations.
// Sendable because literals and types never change.
@usableFromInline struct FactoryLocation: Equatable, @unchecked Sendable {
    /// The name of the property, or the custom key.
    @usableFromInline let name: Literal
    /// The value of `#fileID`, which begins with the module, or `none` if a custom key identifies
    /// the factory.
    @usableFromInline let file: Literal
    /// The type of the factory, such as `Factory<Int>`. It determines the types of the closures and
    /// the instances, so factories of different types never share closures or instances.
    @usableFromInline let factory: Any.Type
    @usableFromInline var container: Any.Type
    /// The line of the definition. In a singleton scope, it distinguishes definitions for different
    /// types of containers; see ``hasLine(of:)``.
    @usableFromInline let line: UInt32

    @inlinable
    init(name: Literal, file: Literal, factory: Any.Type, container: Any.Type, line: UInt32) {
        self.name = name
        self.file = file
        self.factory = factory
        self.container = container
        self.line = line
    }

    // The names are compared first, because most locations differ in their names.
    @usableFromInline static func == (left: FactoryLocation, right: FactoryLocation) -> Bool {
        left.name == right.name && left.factory == right.factory && left.file == right.file
            && left.container == right.container && left.hasLine(of: right)
    }

    /// Returns whether another location with the same name is also on the same line. Returns true
    /// if lines do not matter.
    ///
    /// Lines matter only in singleton scopes, where locations do not contain the type of the
    /// container. Within one type of container, equal names always mean the same definition.
    private func hasLine(of other: FactoryLocation) -> Bool {
        line == other.line || container != Scope.Singleton.self
    }

    /// Returns whether another location refers to the same factory, even if its literals have other
    /// addresses.
    func hasContent(of other: FactoryLocation) -> Bool {
        factory == other.factory && container == other.container && hasLine(of: other)
            && name.text == other.name.text && file.text == other.file.text
    }

    /// A hash of the name and the type. It excludes the file, because factories with the same name
    /// and type are rare.
    var contentHash: Int {
        let type = UInt(bitPattern: ObjectIdentifier(factory))
        return Int(truncatingIfNeeded: (name.contentHash ^ type >> 4) & 0xFFFF_FFFF)
    }

    var hash: Int {
        let bits = name.address ^ UInt(bitPattern: ObjectIdentifier(factory))
        return Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) >> 32)
    }

    /// The location to use in a singleton scope, where a factory that is defined in a protocol
    /// extension is the same for all container types.
    ///
    /// A custom key does not show where the factory is defined. For this reason, factories with
    /// custom keys remain separate for each container type.
    var spanningContainers: FactoryLocation {
        var location = self
        if file != .none {
            location.container = Scope.Singleton.self
        }
        return location
    }
}

/// The identity of a factory in messages and in the chain of factories that a thread runs. It
/// includes the parameter if each parameter has its own instance.
// Sendable because it never changes. A parameter is only compared and printed.
package final class FactoryKey: CustomStringConvertible, @unchecked Sendable {
    let location: FactoryLocation
    package let parameter: AnyHashable?
    /// The hash of the parameter, computed while no lock is held, or the content hash of the
    /// location if there is no parameter.
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
    /// If the name is empty, the description is the parameter or, if there is none, the container
    /// and the type of the factory.
    package var description: String {
        let name = location.name.text
        if name.isEmpty {
            return parameter.map { "\($0)" } ?? "\(container).\(location.factory)"
        }
        return "\(container).\(name)" + (parameter.map { "(\($0))" } ?? "")
    }

    /// The name of the instances' type, or of the wrapped type if the instances are optionals.
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

    /// The custom key of every factory that is found by its type.
    static let typed: StaticString = ""
}
