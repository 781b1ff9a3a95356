import Injection

/// A service's closure and the types that resolve it; see ``Shared`` and ``New``.
///
/// A registration is immutable and contains no instance: each registry that uses it builds its own.
// Sendable because it is immutable, and by contract its closures may run on any thread.
public class Registration<Owner, Instance>: Registering, @unchecked Sendable {
    private let factory: any ServiceFactory<Instance>
    private let main: ServiceDefinition<Owner>
    public let registrations: RegistrationList<Owner>

    init(_ factory: any ServiceFactory<Instance>, named name: String?, isShared: Bool, isEager: Bool = false) {
        let key = ServiceKey(Instance.self, named: name, arguments: factory.arguments)
        self.factory = factory
        main = ServiceDefinition(key: key, factory: factory, isShared: isShared, isEager: isEager)
        registrations = RegistrationList(definitions: [main])
    }

    private init(_ original: Registration, adding aliases: [ServiceDefinition<Owner>]) {
        factory = original.factory
        main = original.main
        // The compiler may infer an alias as the type of a closure with several statements.
        let added = aliases.filter { $0.key != original.main.key }
        registrations = RegistrationList(definitions: original.registrations.definitions + added)
    }

    fileprivate func adding<each View>(_ views: @escaping (Instance) -> (repeat each View)) -> Registration {
        var added: [ServiceDefinition<Owner>] = []
        func add<Part>(_ type: Part.Type) {
            let position = added.count
            added.append(alias(type) { instance in part(position, of: repeat each views(instance)) })
        }
        repeat add((each View).self)
        return Registration(self, adding: added)
    }

    /// Adds other types that resolve the service, checked when the alias is first built.
    ///
    ///     Shared { RouterLive() }.as((any Router).self, (any DeeplinkHandler).self)
    ///
    /// Resolving throws ``ResolutionError/notOfType(_:_:chain:)`` if the instance does not have the type.
    public func `as`<each View>(_ types: repeat (each View).Type) -> Registration {
        var added: [ServiceDefinition<Owner>] = []
        repeat added.append(alias(each types, cast))
        return Registration(self, adding: added)
    }

    private func alias<View>(_ type: View.Type, _ view: @escaping (Instance) throws -> View) -> ServiceDefinition<Owner>
    {
        ServiceDefinition(
            key: main.key.with(type), factory: factory.alias(of: main.key, view), isShared: main.isShared,
            source: main.key)
    }
}

extension Registration where Owner == Registry {
    /// Adds other types that resolve the service, checked by the compiler.
    ///
    ///     Shared { RouterLive() }.as { ($0 as any Router, $0 as any DeeplinkHandler) }
    ///
    /// Each type resolves the registration's own type: the same instance if shared, or the replacement if it was replaced.
    public func `as`<each View>(_ views: @escaping (Instance) -> (repeat each View)) -> Registration { adding(views) }
}

extension Registration where Owner == AsyncRegistry {
    /// Adds other Sendable types that resolve the service, checked by the compiler.
    ///
    ///     AsyncShared { try await SQLiteStore.open(path) }.as { $0 as any LinkStore }
    public func `as`<each View: Sendable>(
        _ views: @escaping @Sendable (Instance) -> (repeat each View)
    ) -> Registration { adding(views) }
}

private func part<Part, each Other>(_ position: Int, of parts: repeat each Other) -> Part {
    var boxes: [AnyObject] = []
    repeat boxes.append(Box(each parts))
    return Box<Part>.open(boxes[position])
}

private func cast<Instance, View>(_ instance: Instance) throws(ResolutionError) -> View {
    guard let view = instance as? View else {
        throw .notOfType(type(of: instance), View.self, chain: ThreadState.current.labels)
    }
    return view
}

/// One service of a registration, from which any number of registries can build instances.
struct ServiceDefinition<Owner> {
    let key: ServiceKey
    let factory: any ServiceFactory
    let isShared: Bool
    var isEager = false
    var source: ServiceKey?
}
