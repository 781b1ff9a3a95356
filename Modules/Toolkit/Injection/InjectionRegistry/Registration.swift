import Injection

/// A service's closure and the types by which the service can be resolved; see ``Shared`` and
/// ``New``.
///
/// A registration is immutable and contains no instance. Each registry that uses it builds its own
/// instance.
// This class is Sendable because it never changes. The compiler can only check final classes.
public class Registration<Owner, Instance>: Registering, @unchecked Sendable {
    /// The service and its aliases.
    public let registrations: RegistrationList<Owner>

    init(_ definitions: [ServiceDefinition]) {
        registrations = RegistrationList(definitions: definitions)
    }

    init(shared definition: ServiceDefinition, isEager: Bool) {
        var definition = definition
        definition.isShared = true
        definition.isEager = isEager
        registrations = RegistrationList(definitions: [definition])
    }

    /// Adds other types by which the service can be resolved. When the registry first builds the
    /// alias for a type, it checks that the instance can be cast to that type.
    ///
    ///     Shared { RouterLive() }.as((any Router).self, (any DeeplinkHandler).self)
    ///
    /// Resolving throws ``ResolutionError/notOfType(_:_:chain:)`` if the instance cannot be cast to
    /// the type.
    public func `as`<each View>(_ types: repeat (each View).Type) -> Registration {
        adding(typeList(repeat each types)) { instance in
            boxes(repeat instance as? each View)
        }
    }

    /// Returns the registration with an alias for each type.
    ///
    /// - Parameter views: A function that returns the instance as each type, or `nil` for a type to
    ///   which the instance cannot be cast.
    fileprivate func adding(
        _ types: [Any.Type],
        _ views: @escaping (Instance) -> [AnyObject?]
    ) -> Registration {
        var definitions = registrations.definitions
        let original = definitions[0].key
        // The compiler may infer that the closure returns the type of an alias, so an alias can
        // equal the service's own type.
        for (index, type) in types.enumerated() where type != original.type {
            func view(_ box: AnyObject) throws -> AnyObject {
                let instance = Box<Instance>.open(box)
                if let view = views(instance)[index] {
                    return view
                }
                throw ResolutionError.notOfType(Swift.type(of: instance), type, chain: .current)
            }
            let make: AnyObject =
                Owner.self == Registry.self
                ? Box<ServiceDefinition.Make> { try view($0.box(for: original, with: $1)) }
                : Box<ServiceDefinition.AsyncMake> {
                    try view(await $0.box(for: original, with: $1))
                }
            let alias = ServiceDefinition(
                key: original.with(type),
                make: make,
                isShared: definitions[0].isShared,
                original: original
            )
            definitions.append(alias)
        }
        return Registration(definitions)
    }
}

extension Registration where Owner == Registry {
    /// Adds other types by which the service can be resolved. The compiler checks the types.
    ///
    ///     Shared { RouterLive() }.as { ($0 as any Router, $0 as any DeeplinkHandler) }
    ///
    /// Each of these types is an alias for the registration's own type. If the service is shared,
    /// an alias resolves to the same instance as that type. If the service was replaced, an alias
    /// resolves to the replacement.
    public func `as`<each View>(
        _ views: @escaping @Sendable (Instance) -> (repeat each View)
    ) -> Registration {
        adding(typeList(repeat (each View).self)) { instance in
            boxes(repeat each views(instance))
        }
    }
}

extension Registration where Owner == AsyncRegistry {
    /// Adds other Sendable types by which the service can be resolved. The compiler checks the
    /// types.
    ///
    ///     AsyncShared { try await SQLiteStore.open(path) }.as { $0 as any LinkStore }
    public func `as`<each View: Sendable>(
        _ views: @escaping @Sendable (Instance) -> (repeat each View)
    ) -> Registration {
        adding(typeList(repeat (each View).self)) { instance in
            boxes(repeat each views(instance))
        }
    }
}
