/// A key that identifies a service by its type, optional name, and the types of its run-time arguments.
public struct ServiceKey: Hashable, Sendable, CustomStringConvertible {
    /// The exact type: a protocol type does not match a type that conforms to it.
    public let type: Any.Type
    /// The name that distinguishes services of the same type.
    public let name: String?
    let argumentList: (any ArgumentList.Type)?

    @usableFromInline
    init(_ type: Any.Type, named name: String?) { self.init(type, named: name, arguments: nil) }

    init(_ type: Any.Type, named name: String? = nil, arguments: (any ArgumentList.Type)? = nil) {
        self.type = type
        self.name = name
        argumentList = arguments
    }

    func with(_ type: Any.Type) -> ServiceKey { ServiceKey(type, named: name, arguments: argumentList) }

    var withoutArguments: ServiceKey { ServiceKey(type, named: name) }

    /// The compile-time types of the arguments.
    public var arguments: [Any.Type] { argumentList?.types ?? [] }

    /// The type with its module, the types of the arguments, and the name: `App.Page(Swift.Int) named "draft"`.
    public var description: String {
        let list = arguments.isEmpty ? "" : "(\(qualifiedNames(of: arguments)))"
        return "\(qualifiedName(of: type))\(list)\(name.map { " named \"\($0)\"" } ?? "")"
    }

    public static func == (a: ServiceKey, b: ServiceKey) -> Bool {
        a.type == b.type && a.argumentList == b.argumentList && a.name == b.name
    }

    // Excludes the arguments: services that differ only in their arguments are rare.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type))
        if let name { hasher.combine(name) }
    }
}

func qualifiedName(of type: Any.Type) -> String {
    // The name of a private type contains the address of its context.
    String(reflecting: type).replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
}

func qualifiedNames(of types: [Any.Type]) -> String { types.map(qualifiedName).joined(separator: ", ") }

/// The types of run-time arguments as one type, which can be compared without an array.
protocol ArgumentList: SendableMetatype {
    static var types: [Any.Type] { get }
}

struct Arguments<each Argument>: ArgumentList {
    static var types: [Any.Type] {
        var types: [Any.Type] = []
        repeat types.append((each Argument).self)
        return types
    }

    static var list: (any ArgumentList.Type)? {
        var count = 0
        func add<T>(_ type: T.Type) { count += 1 }
        repeat add((each Argument).self)
        return count == 0 ? nil : Self.self
    }
}
