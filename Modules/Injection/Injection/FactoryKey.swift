/// The literals of a definition, which distinguish its factory from all others. Two definitions are the same factory if they have the same container type,
/// factory type, name and file. A name given as `key:` ignores the file, so definitions in two files can be one factory.
@usableFromInline package struct FactoryIdentity: Equatable {
    @usableFromInline let container: Any.Type
    /// The type of the factory, such as `Factory<T>`. Equal identities have closures and instances of equal types.
    @usableFromInline let factory: Any.Type
    @usableFromInline let name: StaticString
    /// `#fileID`, which begins with the module; nil if the name alone identifies the factory.
    @usableFromInline let fileID: StaticString?
    /// The line of the definition, which distinguishes a definition in an extension of a protocol from those of the containers of a file.
    @usableFromInline let line: UInt32
    /// Whether the same definition on another type of container is equal, as for singletons.
    @usableFromInline var spansContainers = false

    @inlinable
    init(container: Any.Type, factory: Any.Type, name: StaticString, fileID: StaticString?, line: UInt32 = 0) {
        self.container = container
        self.factory = factory
        self.name = name
        self.fileID = fileID
        self.line = line
    }

    @usableFromInline package static func == (a: FactoryIdentity, b: FactoryIdentity) -> Bool {
        guard a.factory == b.factory, a.spansContainers == b.spansContainers,
            a.spansContainers ? a.line == b.line : a.container == b.container
        else { return false }
        return a.name.hasContent(of: b.name) && (a.fileID ?? "").hasContent(of: b.fileID ?? "")
    }

}

/// The types of a definition and the addresses of its literals, in four words. A literal can have several addresses, but an address has one content.
@frozen @usableFromInline struct DefinitionAddress: Equatable {
    // Compared in this order.
    @usableFromInline let name: UInt
    @usableFromInline let factory: ObjectIdentifier
    @usableFromInline let container: ObjectIdentifier
    @usableFromInline let fileID: UInt

    @inlinable
    @inline(__always)
    init(container: Any.Type, factory: Any.Type, key: StaticString?, name: StaticString, fileID: StaticString) {
        self.container = ObjectIdentifier(container)
        self.factory = ObjectIdentifier(factory)
        self.name = (key ?? name).address
        self.fileID = key == nil ? fileID.address : 0
    }

    var hash: Int {
        Int(truncatingIfNeeded: ((name ^ UInt(bitPattern: factory)) &* 0x9E37_79B9_7F4A_7C15) >> 32)
    }
}

/// The identity of an instance: its factory, and the parameter if each parameter has an instance. A class, because a key is used far more often than it is
/// created.
// Sendable because it never changes. A parameter is only compared and printed.
@usableFromInline package final class FactoryKey: Hashable, CustomStringConvertible, @unchecked Sendable {
    package let identity: FactoryIdentity
    // In a box, because copying and destroying an optional `AnyHashable` takes long even if it is nil.
    private let boxedParameter: Box<AnyHashable>?
    /// An FNV-1a hash of the name. Not seeded, because an attacker cannot choose the literals.
    let nameHash: UInt

    init(_ identity: FactoryIdentity, parameter: AnyHashable? = nil, nameHash: UInt? = nil) {
        self.identity = identity
        boxedParameter = parameter.map(Box.init)
        self.nameHash = nameHash ?? identity.name.contentHash
    }

    package convenience init(
        container: Any.Type, factory: Any.Type, name: StaticString, fileID: StaticString?, parameter: AnyHashable? = nil
    ) {
        self.init(
            FactoryIdentity(container: container, factory: factory, name: name, fileID: fileID), parameter: parameter)
    }

    package var container: Any.Type { identity.container }
    package var parameter: AnyHashable? { boxedParameter?.content }
    var hasParameter: Bool { boxedParameter != nil }

    /// One of 64 bits, selected by the hash of the name.
    var nameBit: UInt { 1 << (nameHash >> 7 & 63) }

    func with(_ parameter: AnyHashable) -> FactoryKey {
        FactoryKey(identity, parameter: parameter, nameHash: nameHash)
    }

    /// The key of a singleton: equal for all types of containers that have the same definition, as from an extension of ``SharedContainer``. A custom key does
    /// not identify the location of the definition, so each type of container has its own.
    var spanningContainers: FactoryKey {
        var identity = identity
        identity.spansContainers = identity.fileID != nil
        return FactoryKey(identity, parameter: parameter, nameHash: nameHash)
    }

    static let typed: StaticString = ""

    /// The name of the factory in code, such as `AppContainer.store`, or the parameter if the factory has no name.
    @usableFromInline package var description: String {
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

    @usableFromInline package static func == (a: FactoryKey, b: FactoryKey) -> Bool {
        if a === b { return true }
        guard a.nameHash == b.nameHash, a.hasParameter == b.hasParameter, a.identity == b.identity else { return false }
        return !a.hasParameter || a.parameter == b.parameter
    }

    @usableFromInline package func hash(into hasher: inout Hasher) {
        // Without the file, which rarely makes a difference.
        let types = UInt(bitPattern: ObjectIdentifier(identity.factory))
        let container = identity.spansContainers ? 0 : UInt(bitPattern: ObjectIdentifier(identity.container))
        hasher.combine(nameHash ^ types ^ (container << 1))
        if hasParameter { hasher.combine(parameter) }
    }
}
