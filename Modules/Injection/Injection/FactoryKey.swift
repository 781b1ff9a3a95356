/// The literals of a definition, which distinguish its factory from all others.
///
/// Two definitions are the same factory if they are on the same type of container, make the same type, have the same name, and are in the
/// same file. The file does not count if the name was given as `key:`, which is how definitions in two files can mean one factory.
@usableFromInline package struct FactoryIdentity: Equatable {
    @usableFromInline let container: Any.Type
    /// `Factory<T>` or `ParameterFactory<P, T>`: with it, equal identities have closures and instances of equal types.
    @usableFromInline let factory: Any.Type
    @usableFromInline let name: StaticString
    /// `#fileID`, which begins with the module; nil if the name alone identifies the factory.
    @usableFromInline let fileID: StaticString?
    /// The line of the definition, which distinguishes a definition in an extension of a protocol from those of the containers of a file.
    @usableFromInline let line: UInt32
    /// Whether definitions on other types of containers are the same if they are the same code, as for singletons.
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

    /// A hash of the content (FNV-1a), without the file: names that differ in it alone are rare. It is not seeded, because names are
    /// literals, and not input that an attacker could choose.
    fileprivate var contentHash: UInt {
        var hash = UInt(bitPattern: ObjectIdentifier(factory))
        if !spansContainers { hash ^= UInt(bitPattern: ObjectIdentifier(container)) }
        return name.contentHash(from: hash)
    }

    /// A hash of the addresses of the literals. A literal can have several addresses, but an address has one content.
    var literalHash: Int {
        let bits = name.address ^ UInt(bitPattern: ObjectIdentifier(factory))
        return Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) >> 32)
    }

    /// Whether two identities have not only the same content but the same literals.
    func hasLiterals(of other: FactoryIdentity) -> Bool {
        name.address == other.name.address && factory == other.factory && container == other.container
            && fileID?.address == other.fileID?.address
    }
}

/// What distinguishes an instance from all others: its factory, and what it was made from if there is an instance for each parameter.
///
/// An object, because a key is used far more often than it is created: a cell has the key of its factory.
// Sendable because it never changes. A parameter is only compared and printed.
@usableFromInline package final class FactoryKey: Hashable, CustomStringConvertible, @unchecked Sendable {
    package let identity: FactoryIdentity
    /// What the instance was made from, if the factory has one for each parameter.
    package let parameter: AnyHashable?
    private let contentHash: UInt

    init(_ identity: FactoryIdentity, parameter: AnyHashable? = nil) {
        self.identity = identity
        self.parameter = parameter
        contentHash = identity.contentHash
    }

    package convenience init(
        container: Any.Type, factory: Any.Type, name: StaticString, fileID: StaticString?, parameter: AnyHashable? = nil
    ) {
        self.init(
            FactoryIdentity(container: container, factory: factory, name: name, fileID: fileID), parameter: parameter)
    }

    package var container: Any.Type { identity.container }

    func with(_ parameter: AnyHashable) -> FactoryKey { FactoryKey(identity, parameter: parameter) }

    /// The key of a singleton: equal for all types of containers that have the same definition, as from an extension of
    /// ``SharedContainer``. A custom key does not tell where the definition is, and so is separate for each type.
    var spanningContainers: FactoryKey {
        var identity = identity
        identity.spansContainers = identity.fileID != nil
        return FactoryKey(identity, parameter: parameter)
    }

    /// The name of factories that are identified by their type alone.
    static let typed: StaticString = ""

    /// The factory as code refers to it: `AppContainer.store`. A parameter without a name stands alone.
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
        a === b || (a.identity == b.identity && a.parameter == b.parameter)
    }

    @usableFromInline package func hash(into hasher: inout Hasher) {
        hasher.combine(contentHash)
        if let parameter { hasher.combine(parameter) }
    }
}
