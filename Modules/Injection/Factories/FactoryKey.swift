/// What tells one factory from all others.
///
/// Two definitions are the same if they are on the same type of container, make the same type, have the same name, and stand in the
/// same file. The file is left out if the name was given as `key:`, which is how definitions in two files can mean one factory.
@usableFromInline package struct FactoryKey: Hashable, CustomStringConvertible {
    /// The type of the container.
    package let container: Any.Type
    /// `Factory<T>` or `ParameterFactory<P, T>`: with it, equal keys have closures and instances of equal types.
    package let factory: Any.Type
    package let name: StaticString
    /// `#fileID`, which begins with the module; nil if the name alone identifies the factory.
    package let fileID: StaticString?
    /// What the instance was made from, if the factory keeps one for each parameter.
    package var parameter: AnyHashable? {
        get { boxedParameter?.content }
        set { boxedParameter = newValue.map(Box.init) }
    }
    // In a box, since as a rule there is none, and a key that is small is copied quickly.
    private var boxedParameter: Box<AnyHashable>?

    package init(
        container: Any.Type, factory: Any.Type, name: StaticString, fileID: StaticString?, parameter: AnyHashable? = nil
    ) {
        self.container = container
        self.factory = factory
        self.name = name
        self.fileID = fileID
        boxedParameter = parameter.map(Box.init)
    }

    /// The key of the factory itself.
    var withoutParameter: FactoryKey {
        var key = self
        key.parameter = nil
        return key
    }

    /// The name of factories that are identified by their type alone.
    static let typed: StaticString = ""

    /// As a reader would write it: `AppContainer.linkStore`.
    @usableFromInline package var description: String {
        if name.utf8CodeUnitCount == 0 { return "\(container).\(factory)" }
        return parameter.map { "\(container).\(name)(\($0))" } ?? "\(container).\(name)"
    }

    @usableFromInline package static func == (a: FactoryKey, b: FactoryKey) -> Bool {
        guard a.container == b.container, a.factory == b.factory, a.name.hasContent(of: b.name) else { return false }
        guard a.parameter == b.parameter else { return false }
        switch (a.fileID, b.fileID) {
        case (let a?, let b?): return a.hasContent(of: b)
        case (nil, nil): return true
        default: return false
        }
    }

    /// A hash of where the literals lie, and of the types.
    var literalHash: Int {
        let bits = name.address ^ UInt(bitPattern: ObjectIdentifier(factory))
        return Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) >> 32)
    }

    /// Whether the keys of two factories have not only the same content but the same literals.
    func hasLiterals(of other: FactoryKey) -> Bool {
        name.address == other.name.address && factory == other.factory && container == other.container
            && fileID?.address == other.fileID?.address && name.utf8CodeUnitCount == other.name.utf8CodeUnitCount
    }

    // Without the file: names that differ in it alone are rare.
    @usableFromInline package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(container))
        hasher.combine(ObjectIdentifier(factory))
        name.withUTF8Buffer { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        if let parameter { hasher.combine(parameter) }
    }
}

extension StaticString {
    fileprivate var address: UInt { unsafe UInt(bitPattern: utf8Start) }

    // The same literal can have several addresses once it is inlined into other modules, so different addresses say nothing.
    fileprivate func hasContent(of other: StaticString) -> Bool {
        withUTF8Buffer { mine in
            other.withUTF8Buffer { theirs in
                guard mine.count == theirs.count else { return false }
                return unsafe mine.baseAddress == theirs.baseAddress || mine.elementsEqual(theirs)
            }
        }
    }
}
