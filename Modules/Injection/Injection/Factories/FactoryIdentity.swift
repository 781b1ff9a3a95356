/// What tells one factory from all others.
///
/// Two definitions are the same if they are on the same type of container, make the same type, have the same name, and stand in the
/// same file. The file is left out if the name was given as `key:`, which is how definitions in two files can mean one factory.
@usableFromInline package struct FactoryIdentity: Hashable {
    /// The type of the container.
    @usableFromInline let container: Any.Type
    /// `Factory<T>` or `ParameterFactory<P, T>`: with it, equal identities have closures and instances of equal types.
    @usableFromInline let factory: Any.Type
    @usableFromInline let name: StaticString
    /// Whether definitions on other types of containers are the same if they are the same piece of code, as singletons have it.
    @usableFromInline var spansContainers = false
    /// The line of the definition, which tells a definition in an extension of a protocol from those that the containers of a file have.
    @usableFromInline let line: UInt32
    /// `#fileID`, which begins with the module; nil if the name alone identifies the factory.
    @usableFromInline let fileID: StaticString?

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
            a.spansContainers ? a.line == b.line : a.container == b.container, a.name.hasContent(of: b.name)
        else { return false }
        switch (a.fileID, b.fileID) {
        case (let a?, let b?): return a.hasContent(of: b)
        case (nil, nil): return true
        default: return false
        }
    }

    // Without the file: names that differ in it alone are rare. The name is mixed down to a word (by FNV-1a), which a hasher takes much
    // faster than bytes; nobody can choose names to make them collide.
    @usableFromInline package func hash(into hasher: inout Hasher) {
        var word = UInt(bitPattern: ObjectIdentifier(factory))
        if !spansContainers { word ^= UInt(bitPattern: ObjectIdentifier(container)) }
        name.withUTF8Buffer { bytes in
            for index in bytes.indices { word = unsafe (word ^ UInt(bytes[index])) &* 0x100_0000_01B3 }
        }
        hasher.combine(word)
    }
}

/// Identities by the addresses of their literals: a hint that is quick to follow. The same literal can have several addresses, as code
/// is inlined into other modules, but one address has one content.
extension FactoryIdentity {
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

extension StaticString {
    fileprivate var address: UInt {
        // A string that is stored as a Unicode scalar has no address. No literal is at the highest addresses.
        unsafe hasPointerRepresentation ? UInt(bitPattern: utf8Start) : ~UInt(unicodeScalar.value)
    }

    fileprivate func hasContent(of other: StaticString) -> Bool {
        withUTF8Buffer { mine in
            other.withUTF8Buffer { theirs in
                guard mine.count == theirs.count else { return false }
                if unsafe mine.baseAddress == theirs.baseAddress { return true }
                for index in mine.indices where unsafe mine[index] != theirs[index] { return false }
                return true
            }
        }
    }
}
