import Injection

/// What registries of both kinds are made of: a table, under a lock, and the way to parents and children.
final class RegistryNode<Owner, Building: AnyObject>: Sendable {
    typealias Table = ServiceTable<Owner, Building>

    struct State {
        var table = Table()
        /// What has to run before the next resolution, in order.
        var preparations: [Table.Entry] = []
        var children: [Child] = []
    }

    struct Child {
        weak let node: RegistryNode?
    }

    let parent: RegistryNode?
    let state = Locked(State())

    init(parent: RegistryNode?, _ registrations: RegistrationList<Owner>) {
        self.parent = parent
        register(registrations)
        parent?.state.withLock { state in
            state.children.removeAll { $0.node == nil }
            state.children.append(Child(node: self))
        }
    }

    func register(_ registrations: RegistrationList<Owner>) {
        state.discard { $0.table.insert(registrations.blueprints) }
    }

    func releaseInstances() {
        state.discard { $0.table.releaseInstances() }
    }

    func clean() {
        state.discard { $0.table.removeAll() }
    }

    /// The instance that is there, if there is one and nothing else is to be done: what most resolutions come for.
    func instance(for key: ServiceKey) -> AnyObject? {
        state.withLock { $0.preparations.isEmpty ? $0.table.instance(for: key) : nil }
    }

    /// Keeps what a construction made, unless a reset came in between.
    func settle(_ service: Table.Entry, _ construction: Building, as instance: Table.Entry.Instance) {
        state.discard { state -> Table.Entry? in
            guard service.isBuilt(by: construction) else { return nil }
            service.instance = instance
            if case .built = instance, state.preparations.first === service { return state.preparations.removeFirst() }
            return nil
        }
    }

    /// The eager services' ``Blueprint/warmUp``, in order of registration.
    var warmUps: [AnyObject] { state.withLock(\.table.blueprints).compactMap(\.warmUp) }
}
