/// What a service is registered and found under: its type, its name if it has one, and the types of its run-time arguments.
public struct ServiceKey: Hashable, Sendable, CustomStringConvertible {
    /// The type that is asked for, exactly: a protocol type is another one than a type that conforms to it.
    public let type: Any.Type
    /// What tells services of one type apart.
    public let name: String?
    let argumentList: (any ArgumentList.Type)?

    init(_ type: Any.Type, named name: String? = nil, arguments: (any ArgumentList.Type)? = nil) {
        self.type = type
        self.name = name
        argumentList = arguments
    }

    /// The same for another type.
    func with(_ type: Any.Type) -> ServiceKey {
        ServiceKey(type, named: name, arguments: argumentList)
    }

    /// The same for other arguments.
    func with(arguments: (any ArgumentList.Type)?) -> ServiceKey {
        ServiceKey(type, named: name, arguments: arguments)
    }

    /// The types of the arguments, as the compiler sees them where they are written.
    public var arguments: [Any.Type] { argumentList?.types ?? [] }

    /// The type with its module, the types of the arguments, and the name: `App.Page(Swift.Int) named "draft"`.
    public var description: String {
        let list = arguments.isEmpty ? "" : "(\(qualifiedNames(of: arguments)))"
        return "\(qualifiedName(of: type))\(list)\(name.map { " named \"\($0)\"" } ?? "")"
    }

    public static func == (a: ServiceKey, b: ServiceKey) -> Bool {
        a.type == b.type && a.argumentList == b.argumentList && a.name == b.name
    }

    // Without the arguments: services that differ in them alone are rare.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type))
        if let name { hasher.combine(name) }
    }
}

/// Returns the name of a type with its module: `App.Router`.
func qualifiedName(of type: Any.Type) -> String {
    // The name of a private type contains the address of its context.
    String(reflecting: type).replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
}

/// Returns the names of types with their modules: `Swift.Int, App.Router`.
func qualifiedNames(of types: [Any.Type]) -> String {
    types.map(qualifiedName).joined(separator: ", ")
}

/// Types of run-time arguments, as one type that can be compared without an array.
protocol ArgumentList: SendableMetatype {
    static var types: [Any.Type] { get }
}

/// The list of these types.
struct Arguments<each Argument>: ArgumentList {
    static var types: [Any.Type] {
        var types: [Any.Type] = []
        repeat types.append((each Argument).self)
        return types
    }

    /// The list as part of a key; nil if it is empty.
    static var list: (any ArgumentList.Type)? {
        var isEmpty = true
        func count<Element>(_ type: Element.Type) { isEmpty = false }
        repeat count((each Argument).self)
        return isEmpty ? nil : Self.self
    }
}
