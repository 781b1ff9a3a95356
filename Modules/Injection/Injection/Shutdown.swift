extension FactoryModifying {
    /// Calls `close` on each instance when the container in which it was built shuts down.
    ///
    ///     var database: AsyncFactory<Database> { self { try await Database.open() }.cached.onShutdown { await $0.close() } }
    ///
    /// The container holds the instance until then, even if it was reset or if no scope stores it, so that all are closed. An instance that
    /// is ``shared`` is held weakly, and not closed if it is gone by then. A factory has one such closure, as with `decorator(_:)`.
    @discardableResult
    public func onShutdown(_ close: @escaping @Sendable (_ instance: T) async throws -> Void) -> Self {
        let (cell, manager, box) = (definition.cell, definition.manager, Box(close))
        manager.states.discard { states -> AnyObject? in
            // Modifiers that are written once yield to others.
            if states.current[cell].isOnce != cell.variant.isOnce { return nil }
            return states.closers.updateValue(box, forKey: cell.key)
        }
        manager.observe()
        return self
    }
}

extension FactoryDefinition {
    /// Records an instance that was just built, before any caller receives it, if it is to be closed.
    func closeOnShutdown<T>(_ instance: T) {
        let manager = manager
        guard let closer = manager.states.withLock({ $0.closers[self.key] }), unwrapped(instance) != nil else { return }
        let close = Box<@Sendable (T) async throws -> Void>.open(closer)
        let scope = manager.states.withLock { $0.current.scope(of: cell) }
        let reference = scope is Scope.Shared ? WeakBox(instance) : nil
        // They never change. That another task may close the instance is the contract of the factory, as for all that it makes.
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
    /// Closes the instances built in the container that have an ``FactoryModifying/onShutdown(_:)``, each once, in reverse order of
    /// building.
    ///
    /// It first waits for asynchronous factories that are building in the container, unless one of them or an `onShutdown` calls it, and
    /// for a shutdown that is running. Then the container releases its instances, including saved ones and singletons to be closed:
    /// the next resolution builds new ones, for the next shutdown to close. Registrations stay. It continues if the caller is cancelled.
    ///
    /// - Returns: The errors that were thrown, in the order of closing; none of them prevents the rest from being closed.
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
    /// Closes the instances built in this container; see ``ContainerManager/shutdown()``.
    @discardableResult
    public func shutdown() async -> [any Error] { await manager.shutdown() }
}

/// The instances of a container that are to be closed when it shuts down, in the order in which they were built.
final class OpenInstances: Sendable {
    struct Entry: Sendable {
        /// Removes it from the scope that stores it, if that is not the container.
        let forget: @Sendable () -> Void
        let close: @Sendable () async throws -> Void
    }

    private struct State {
        var entries: [Entry] = []
        var underWay: [AsyncConstruction] = []
        var shutdown: Task<[any Error], Never>?
    }

    private let state = Locked(State())

    /// Whether the current task is a closer, or was started by one.
    @TaskLocal private static var isClosing = false

    func add(_ entry: Entry) { state.withLock { $0.entries.append(entry) } }

    /// Has a shutdown wait for a construction.
    func begin(_ construction: AsyncConstruction) { state.withLock { $0.underWay.append(construction) } }

    func end(_ construction: AsyncConstruction) {
        state.withLock { state in state.underWay.removeAll { $0 === construction } }
    }

    /// Closes what is open, in a task that is never cancelled, after the previous shutdown and all running constructions.
    ///
    /// A factory or closer that shuts down its own container would wait for itself, and so waits for neither.
    func shutDown(_ reset: @escaping @Sendable () -> Void) async -> [any Error] {
        if Self.isClosing || AsyncConstruction.isUnderWay { return await Task { await close(reset) }.value }
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
