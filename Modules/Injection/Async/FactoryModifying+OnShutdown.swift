extension FactoryModifying {
    /// Has a closure close each instance that is built, when the container is shut down that it was built in.
    ///
    ///     var database: AsyncFactory<Database> { self { try await Database.open() }.cached.onShutdown { await $0.close() } }
    ///
    /// The container holds the instance until then, also if it was reset or if nothing keeps it, so that all are closed; one that is
    /// ``shared`` it holds weakly, and what is gone by then is not closed. A factory has one such closure, as with `decorator(_:)`.
    @discardableResult
    public func onShutdown(_ close: @escaping @Sendable (_ instance: Instance) async throws -> Void) -> Self {
        let box = Box(close)
        definition.remember { $0.onShutdown = box }
        definition.container.manager.observe()
        return self
    }
}

extension FactoryDefinition {
    /// Notes an instance that was just built, before anyone gets it, if it is to be closed.
    ///
    /// `remembered` is what was remembered of the factory when it was run.
    func note<T>(_ instance: T, _ remembered: ContainerManager.Override?) {
        guard let onShutdown = remembered?.onShutdown, unwrapped(instance) != nil else { return }
        let close = Box<@Sendable (T) async throws -> Void>.open(onShutdown)
        let scope = self.scope?.scope ?? container.manager.scope(of: key)
        var (held, reference): (T?, InstanceTable.WeakReference?) = (instance, nil)
        if case .weak(let weak) = scope.content(for: Box(instance)) { (held, reference) = (nil, weak) }
        // They never change. That another task may close the instance is the factory's to see to, as with all that it makes.
        nonisolated(unsafe) let (key, instance, weak) = (key, held, reference)
        let entry = OpenInstances.Entry {
            (scope as? Scope.Singleton)?.remove(unsafe key)
        } close: {
            if let instance = unsafe instance ?? weak?.object.flatMap({ $0 as? T }) { try await close(instance) }
        }
        container.manager.openInstances.add(entry)
    }
}
