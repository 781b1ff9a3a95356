/// The location of a factory's definition: the literals for the name and the file, the types of the
/// factory and its container, the container itself, and the line and column.
// This type is Sendable because literals and types never change.
@frozen @usableFromInline struct FactoryLocation: Equatable, @unchecked Sendable {
    /// The name of the property, or the custom key.
    @usableFromInline let name: Literal
    /// The value of `#fileID`, which begins with the module, or `nil` if a custom key identifies
    /// the factory.
    @usableFromInline let file: Literal?
    /// The type of the factory, such as `Factory<Int>`. It determines the types of the closures and
    /// the instances, so factories of different types never share closures or instances.
    @usableFromInline let factory: Any.Type
    @usableFromInline var container: Any.Type
    /// The manager of the container, or `nil` if the location does not belong to one container.
    @usableFromInline var manager: ObjectIdentifier?
    /// The line of the definition, and its column if it is less than 4,095, in one number. In a
    /// singleton scope, they distinguish definitions for different types of containers.
    @usableFromInline let position: UInt32
    @usableFromInline let nameHash: UInt32

    @inlinable
    init(
        name: StaticString,
        file: Literal? = nil,
        factory: Any.Type,
        container: Any.Type,
        manager: ObjectIdentifier? = nil,
        line: UInt32 = 0,
        column: UInt32 = 0
    ) {
        self.name = Literal(name)
        nameHash = Literal.hash(of: name)
        self.file = file
        self.factory = factory
        self.container = container
        self.manager = manager
        position = line &<< 12 | min(column, 0xFFF)
    }

    // The literals are compared last, because a comparison of texts takes longer. It is rare after
    // the comparison of the hashes.
    //
    // Positions matter only in singleton scopes, where locations do not contain the type of the
    // container. Within one type of container, equal names always mean the same definition.
    @usableFromInline static func == (left: FactoryLocation, right: FactoryLocation) -> Bool {
        left.nameHash == right.nameHash && left.factory == right.factory
            && left.container == right.container && left.manager == right.manager
            && (left.position == right.position || left.container != Scope.Singleton.self)
            && left.name == right.name && left.file == right.file
    }

    /// A hash of the name and the type. It excludes the file, because factories with the same name
    /// and type are rare.
    var hash: Int {
        Int(nameHash) ^ Int(bitPattern: ObjectIdentifier(factory)) >> 4
    }

    /// The bit that represents the factory's group; see ``ContainerManager/willChange(_:)``. All
    /// factories with the same name are in one group.
    @inline(__always) var group: UInt64 {
        1 << UInt64(nameHash >> 26)
    }

    /// The location to use in a singleton scope, where a factory that is defined in a protocol
    /// extension is the same for all container types.
    ///
    /// A custom key does not show where the factory is defined. For this reason, factories with
    /// custom keys remain separate for each container type.
    var spanningContainers: FactoryLocation {
        var location = self
        location.manager = nil
        if file != nil {
            location.container = Scope.Singleton.self
        }
        return location
    }
}

/// The identity of a factory in messages and in the chain of factories that a thread runs. It
/// includes the parameter if each parameter has its own instance.
// This class is Sendable because it never changes. A parameter is only compared and printed.
package final class FactoryKey: CustomStringConvertible, @unchecked Sendable {
    let location: FactoryLocation
    package let parameter: AnyHashable?
    /// The hash of the parameter, or 0 if there is none.
    let hash: Int

    // A hash is user code, so the caller must not hold a lock if there is a parameter.
    init(_ location: FactoryLocation, parameter: AnyHashable? = nil) {
        self.location = location
        self.parameter = parameter
        hash = parameter?.hashValue ?? 0
    }

    package convenience init(
        container: Any.Type,
        factory: Any.Type,
        name: StaticString,
        parameter: AnyHashable? = nil
    ) {
        self.init(
            FactoryLocation(name: name, factory: factory, container: container),
            parameter: parameter
        )
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
        let factory = location.factory as? any FactoryModifying.Type
        let type = factory?.instanceType ?? location.factory
        return "\((type as? any Wrapping.Type)?.wrappedType ?? type)"
    }

    /// Returns whether another key has the same definition, the same container and an equal
    /// parameter.
    ///
    /// The method compares parameters, so the caller must not hold a lock.
    func isSameFactory(as other: FactoryKey) -> Bool {
        self === other || location == other.location && parameter == other.parameter
    }

    /// The custom key of every factory that is found by its type.
    static let typed: StaticString = ""
}

extension FactoryModifying {
    fileprivate static var instanceType: Any.Type {
        T.self
    }
}
