extension FactoryModifying {
    /// Calls `close` on each instance when the container in which it was built shuts down.
    ///
    ///     var database: AsyncFactory<Database> { self { try await Database.open() }.cached.onShutdown { await $0.close() } }
    ///
    /// The container retains the instance until then, even after a reset or if no scope stores it. An instance of the scope ``shared`` is held weakly, and
    /// closed only if it still exists. A factory has one such closure.
    @discardableResult
    public func onShutdown(_ close: @escaping @Sendable (_ instance: T) async throws -> Void) -> Self {
        let (cell, manager, isOnce) = (definition.cell, definition.manager, definition.isOnce)
        let box = Box(close)
        manager.states.discard { states -> AnyObject? in
            // Modifiers before `once()` do not replace others.
            if states.current[cell].isOnce != isOnce { return nil }
            return states.closers.updateValue(box, forKey: cell.key)
        }
        manager.observe()
        return self
    }
}

extension FactoryDefinition {
    /// Records a new instance to close at shutdown, before any caller receives it.
    func closeOnShutdown<T>(_ instance: T) {
        let manager = manager
        guard let closer = manager.states.withLock({ $0.closers[self.key] }), unwrapped(instance) != nil else { return }
        let close = Box<@Sendable (T) async throws -> Void>.open(closer)
        let scope = manager.states.withLock { $0.current.scope(of: cell) }
        let reference = scope is Scope.Shared ? WeakBox(instance) : nil
        // Both are immutable. By the contract of factories, another task may close the instance.
        let held = Unchecked(value: (instance: reference == nil ? instance : nil, reference: reference))
        let key = key
        let entry = OpenInstances.Entry {
            (scope as? Scope.Singleton)?.store.remove(key)
        } close: {
            if let instance = held.value.instance ?? held.value.reference?.content { try await close(instance) }
        }
        manager.openInstances.add(entry)
    }
}

extension ContainerManager {
    /// Closes the container's instances with an ``FactoryModifying/onShutdown(_:)``, each once, in reverse order of construction.
    ///
    /// First waits for running asynchronous constructions and for a running shutdown, unless a factory or an `onShutdown` of the container calls it. Then
    /// releases the container's instances, including saved ones and singletons to close. Registrations remain, and the next resolution builds a new instance.
    /// Continues if the caller is canceled.
    ///
    /// - Returns: The errors of the closures, in order. After an error, the remaining instances are closed.
    @discardableResult
    public func shutdown() async -> [any Error] {
        await openInstances.shutDown {
            self.reset(options: .scope)
            self.change { states in
                for index in states.pushed.indices { states.pushed[index].instances = InstanceTable() }
            }
        }
    }
}

extension ManagedContainer {
    @discardableResult
    public func shutdown() async -> [any Error] { await manager.shutdown() }
}

/// The instances to close when a container shuts down, in order of construction.
final class OpenInstances: Sendable {
    struct Entry: Sendable {
        let forget: @Sendable () -> Void
        let close: @Sendable () async throws -> Void
    }

    private struct State {
        var entries: [Entry] = []
        var underWay: [AsyncConstruction] = []
        var shutdown: Task<[any Error], Never>?
    }

    private let state = Locked(State())

    /// Whether the current task runs an `onShutdown` closure, or was started by one.
    @TaskLocal private static var isClosing = false

    func add(_ entry: Entry) { state.withLock { $0.entries.append(entry) } }
    func begin(_ construction: AsyncConstruction) { state.withLock { $0.underWay.append(construction) } }

    func end(_ construction: AsyncConstruction) {
        state.withLock { state in state.underWay.removeAll { $0 === construction } }
    }

    /// Closes the instances after the previous shutdown and all running constructions, in a task that is not canceled with the caller. Does not wait if a
    /// factory or closer of the container calls it, because that would wait for itself.
    func shutDown(_ reset: @escaping @Sendable () -> Void) async -> [any Error] {
        if Self.isClosing || AsyncConstruction.isBuilding { return await Task { await close(reset) }.value }
        let shutdown = state.withLock { state in
            let (previous, underWay) = (state.shutdown, state.underWay)
            let shutdown = Task {
                _ = await previous?.value
                for construction in underWay { await construction.waitForEnd() }
                return await close(reset)
            }
            state.shutdown = shutdown
            return shutdown
        }
        return await shutdown.value
    }

    private func close(_ reset: () -> Void) async -> [any Error] {
        let entries = state.withLock { exchange(&$0.entries, with: []) }
        // After the entries were removed, so that none of the instances can be stored from now on.
        reset()
        for entry in entries { entry.forget() }
        return await Self.$isClosing.withValue(true) {
            var errors: [any Error] = []
            for entry in entries.reversed() {
                do { try await entry.close() } catch { errors.append(error) }
            }
            return errors
        }
    }
}
