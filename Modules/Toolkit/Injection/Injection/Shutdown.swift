extension FactoryModifying {
    /// Calls `close` with each instance when the container that built the instance shuts down.
    ///
    ///     var database: AsyncFactory<Database> {
    ///         self { try await Database.open() }.cached.onShutdown { await $0.close() }
    ///     }
    ///
    /// The container retains the instance until then, even after a reset or if no scope stores it.
    /// An instance of the scope ``shared`` is held weakly, and is closed only if it still exists. A
    /// factory has only one `onShutdown` closure.
    @discardableResult
    public func onShutdown(
        _ close: @escaping @Sendable (_ instance: T) async throws -> Void
    ) -> Self {
        let box = Box(close)
        definition.remember { $0.closer = box }
        return self
    }
}

extension Resolution {
    /// Records that a new instance must be closed at shutdown. Call this before any caller receives
    /// the instance.
    func closeOnShutdown<T>(_ instance: T) {
        guard let closer else { return }
        let content = content(of: instance, in: Box(instance))
        if content.object == nil {
            return
        }
        let close = Box<@Sendable (T) async throws -> Void>.open(closer)
        let entry: OpenInstances.Entry = { [scope, location] in
            let singletons = (scope as? Scope.Singleton)?.store
            singletons?.removeInstances(at: location.spanningContainers)
            return {
                if let instance: T = content.instance() {
                    try await close(instance)
                }
            }
        }
        manager.state.withLock { $0.openInstances.entries.append(entry) }
    }
}

extension ManagedContainer {
    /// Closes the instances of the container's factories that have an
    /// ``FactoryModifying/onShutdown(_:)`` closure. Each instance is closed once, in reverse order
    /// of construction.
    ///
    /// The method first waits for running asynchronous constructions and for a running shutdown,
    /// unless a factory or an `onShutdown` closure calls the method. It then releases the
    /// container's instances, including saved instances and the singletons to close. Registrations
    /// remain, so the next resolution builds a new instance. The shutdown continues even if the
    /// calling task is canceled.
    ///
    /// - Returns: The errors that the closures threw, in the order in which the instances were
    ///   closed. After an error, the remaining instances are still closed.
    @discardableResult
    public func shutdown() async -> [any Error] {
        // A factory or an `onShutdown` closure that calls this method would wait for itself, so the
        // shutdown does not wait in this case.
        if OpenInstances.isClosing || AsyncConstruction.currentGraph != nil {
            return await Task { await manager.closeInstances() }.value
        }
        let shutdown = manager.state.withLock { state in
            let previous = state.openInstances.shutdown
            let running = state.openInstances.running
            let shutdown = Task {
                _ = await previous?.value
                for construction in running {
                    await construction.waitForEnd()
                }
                return await manager.closeInstances()
            }
            state.openInstances.shutdown = shutdown
            return shutdown
        }
        return await shutdown.value
    }
}

extension ContainerManager {
    fileprivate func closeInstances() async -> [any Error] {
        let entries = state.withLock { exchange(&$0.openInstances.entries, with: []) }
        // The entries are removed before the instances. If an instance was built but not yet
        // stored, the reset clears its place, so that the closed instance is not stored afterwards.
        reset(options: .scope)
        change { state in
            state.table.changeSlots { slot in
                exchange(&slot.saved, with: slot.saved.map { ($0.state, StoredInstances()) })
            }
        }
        let closures = entries.map { $0() }
        return await OpenInstances.$isClosing.withValue(true) {
            var errors: [any Error] = []
            for close in closures.reversed() {
                do {
                    try await close()
                } catch {
                    errors.append(error)
                }
            }
            return errors
        }
    }
}

/// The instances to close when a container shuts down.
struct OpenInstances {
    /// A closure that removes an instance from its singleton scope, and returns the closure that
    /// closes the instance.
    typealias Entry = () -> () async throws -> Void

    /// The entries in order of construction.
    var entries: [Entry] = []
    /// The asynchronous constructions that are running, for which a shutdown waits.
    var running: [AsyncConstruction] = []
    var shutdown: Task<[any Error], Never>?

    /// Whether the current task runs an `onShutdown` closure, or was started by such a task.
    @TaskLocal static var isClosing = false
}
