import Injection

/// How one service is made, and the types that it is found by; see ``Shared`` and ``New``.
///
/// A registration never changes, and holds no instance: registries that take the same one have an instance each.
// Sendable because what it holds never changes. Its closures may run on any thread by contract, as those of a container do.
public class Registration<Owner, Instance>: Registering, @unchecked Sendable {
    private let recipe: any Recipe<Instance>
    private let main: Blueprint<Owner>
    public let registrations: RegistrationList<Owner>

    init(_ recipe: any Recipe<Instance>, named name: String?, isShared: Bool, isEager: Bool = false) {
        let key = ServiceKey(Instance.self, named: name, arguments: recipe.arguments)
        self.recipe = recipe
        main = Blueprint(key: key, recipe: recipe, isShared: isShared, isEager: isEager)
        registrations = RegistrationList(blueprints: [main])
    }

    private init(_ original: Registration, adding aliases: [Blueprint<Owner>]) {
        recipe = original.recipe
        main = original.main
        // A closure of several statements may be inferred to make what an alias says.
        let added = aliases.filter { $0.key != original.main.key }
        registrations = RegistrationList(blueprints: original.registrations.blueprints + added)
    }

    /// The same with aliases, which `views` makes of the instance.
    fileprivate func adding<each View>(_ views: @escaping (Instance) -> (repeat each View)) -> Registration {
        var added: [Blueprint<Owner>] = []
        func add<Part>(_ type: Part.Type) {
            let position = added.count
            added.append(alias(type) { instance in part(position, of: repeat each views(instance)) })
        }
        repeat add((each View).self)
        return Registration(self, adding: added)
    }

    /// Lets the service be found by other types too; that it is of them shows when it is first built.
    ///
    ///     Shared { RouterLive() }.as((any Router).self, (any DeeplinkHandler).self)
    ///
    /// Resolving throws ``ResolutionError/notOfType(_:_:chain:)`` if it is not.
    public func `as`<each View>(_ types: repeat (each View).Type) -> Registration {
        var added: [Blueprint<Owner>] = []
        repeat added.append(alias(each types, cast))
        return Registration(self, adding: added)
    }

    private func alias<View>(_ type: View.Type, _ view: @escaping (Instance) throws -> View) -> Blueprint<Owner> {
        Blueprint(
            key: main.key.with(type), recipe: recipe.alias(of: main.key, view), isShared: main.isShared,
            source: main.key)
    }
}

extension Registration where Owner == Registry {
    /// Lets the service be found by other types too, which the compiler checks.
    ///
    ///     Shared { RouterLive() }.as { ($0 as any Router, $0 as any DeeplinkHandler) }
    ///
    /// Each type gives what the registration's own type gives, the same instance if it is shared, also after that was replaced.
    public func `as`<each View>(_ views: @escaping (Instance) -> (repeat each View)) -> Registration { adding(views) }
}

extension Registration where Owner == AsyncRegistry {
    /// Lets the service be found by other types too, which the compiler checks; they are Sendable, as tasks share the instance.
    ///
    ///     AsyncShared { try await SQLiteStore.open(path) }.as { $0 as any LinkStore }
    public func `as`<each View: Sendable>(
        _ views: @escaping @Sendable (Instance) -> (repeat each View)
    ) -> Registration { adding(views) }
}

/// Picks one of several values.
private func part<Part, each Other>(_ position: Int, of parts: repeat each Other) -> Part {
    var boxes: [AnyObject] = []
    repeat boxes.append(Box(each parts))
    return Box<Part>.open(boxes[position])
}

/// Shows an instance as a type that it may not be of.
private func cast<Instance, View>(_ instance: Instance) throws(ResolutionError) -> View {
    guard let view = instance as? View else {
        throw .notOfType(type(of: instance), View.self, chain: ResolutionChain.current.labels)
    }
    return view
}

/// One service of a registration, before it is in a registry: a value that any number of registries can start from.
struct Blueprint<Owner> {
    let key: ServiceKey
    /// Its type is the one that the key tells.
    let recipe: any Recipe
    let isShared: Bool
    /// Whether the instance may be built before it is asked for.
    var isEager = false
    /// The service that this one is another view of.
    var source: ServiceKey?
}
