import Injection

/// A key that identifies a service by its type, optional name, and the types of its arguments.
public struct ServiceKey: Hashable, Sendable, CustomStringConvertible {
    /// The exact type. A protocol type does not match a type that conforms to it.
    public let type: Any.Type

    /// The name that distinguishes services of the same type.
    public let name: String?

    /// The compile-time types of the run-time arguments.
    public let arguments: [Any.Type]

    @usableFromInline
    init(_ type: Any.Type, named name: String? = nil, arguments: [Any.Type] = []) {
        self.type = type
        self.name = name
        self.arguments = arguments
    }

    /// The type with its module, the types of the arguments, and the name:
    /// `App.Page(Swift.Int) named "draft"`.
    public var description: String {
        var description = qualifiedName(of: type)
        if !arguments.isEmpty {
            description += "(\(qualifiedNames(of: arguments)))"
        }
        if let name {
            description += " named \"\(name)\""
        }
        return description
    }

    public static func == (a: ServiceKey, b: ServiceKey) -> Bool {
        a.type == b.type && a.name == b.name && a.hasSameArguments(as: b)
    }

    func hasSameArguments(as other: ServiceKey) -> Bool {
        arguments.elementsEqual(other.arguments, by: ==)
    }

    // The arguments are excluded, because few services differ only in their arguments.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type))
        if let name {
            hasher.combine(name)
        }
    }
}

extension ServiceKey {
    func with(_ type: Any.Type) -> ServiceKey {
        ServiceKey(type, named: name, arguments: arguments)
    }

    /// The key for the wrapped type if the type is optional, otherwise `nil`.
    var wrapped: ServiceKey? {
        (type as? any Wrapping.Type).map { with($0.wrappedType) }
    }

    /// Returns a box with an optional of the key's type. `box` contains the wrapped value, or is
    /// `nil` if there is none.
    func optional(_ box: AnyObject?) -> AnyObject {
        func wrap<T>(_ type: T.Type) -> AnyObject {
            Box<T?>(box.map(Box<T>.open))
        }
        return wrap(self.type)
    }

    /// Creates a link for a chain of resolutions. The link has the same description as the key.
    func makeLink() -> FactoryKey {
        FactoryKey(
            container: Service.self,
            factory: type,
            name: "",
            parameter: AnyHashable(self)
        )
    }
}

func qualifiedName(of type: Any.Type) -> String {
    // The name of a private type contains the address of its context, which is removed here.
    String(reflecting: type).replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
}

func qualifiedNames(of types: [Any.Type]) -> String {
    types.map(qualifiedName).joined(separator: ", ")
}
