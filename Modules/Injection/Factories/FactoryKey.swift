/// What tells one factory from all others.
///
/// Two definitions are the same if they are on the same type of container, make the same type, have the same name, and stand in the
/// same file. The file is left out if the name was given as `key:`, which is how definitions in two files can mean one factory.
package struct FactoryKey: Hashable, CustomStringConvertible {
    /// The type of the container.
    package let container: Any.Type
    /// `Factory<T>` or `ParameterFactory<P, T>`: with it, equal keys have closures and instances of equal types.
    package let factory: Any.Type
    package let name: StaticString
    /// `#fileID`, which begins with the module; nil if the name alone identifies the factory.
    package let fileID: StaticString?
    /// What the instance was made from, if the factory keeps one for each parameter.
    package var parameter: AnyHashable?

    package init(
        container: Any.Type, factory: Any.Type, name: StaticString, fileID: StaticString?, parameter: AnyHashable? = nil
    ) {
        self.container = container
        self.factory = factory
        self.name = name
        self.fileID = fileID
        self.parameter = parameter
    }

    /// The key of the factory itself.
    var withoutParameter: FactoryKey {
        var key = self
        key.parameter = nil
        return key
    }

    /// The name of factories that are identified by their type alone.
    static let typed: StaticString = ""

    /// As a reader would write it: `AppContainer.linkStore`. A parameter without a name says it all.
    package var description: String {
        if name.utf8CodeUnitCount == 0 { return parameter.map { "\($0)" } ?? "\(container).\(factory)" }
        return parameter.map { "\(container).\(name)(\($0))" } ?? "\(container).\(name)"
    }

    package static func == (a: FactoryKey, b: FactoryKey) -> Bool {
        guard a.container == b.container, a.factory == b.factory, a.name.hasContent(of: b.name) else { return false }
        guard a.parameter == b.parameter else { return false }
        switch (a.fileID, b.fileID) {
        case (let a?, let b?): return a.hasContent(of: b)
        case (nil, nil): return true
        default: return false
        }
    }

    // Without the file: names that differ in it alone are rare.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(container))
        hasher.combine(ObjectIdentifier(factory))
        name.withUTF8Buffer { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        if let parameter { hasher.combine(parameter) }
    }
}

extension StaticString {
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
