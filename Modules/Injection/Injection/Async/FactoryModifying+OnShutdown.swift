extension FactoryModifying {
    /// Has a closure close each instance that is built, when the container is shut down that it was built in.
    ///
    ///     var database: AsyncFactory<Database> { self { try await Database.open() }.cached.onShutdown { await $0.close() } }
    ///
    /// The container holds the instance until then, also if it was reset or if nothing keeps it, so that all are closed; one that is
    /// ``shared`` it holds weakly, and what is gone by then is not closed. A factory has one such closure, as with `decorator(_:)`.
    @discardableResult
    public func onShutdown(_ close: @escaping @Sendable (_ instance: T) async throws -> Void) -> Self {
        let box = Box(close)
        definition.container.manager.close(definition.key, with: box, once: definition.isOnce)
        definition.container.manager.observe()
        return self
    }
}

extension FactoryDefinition {
    /// Notes an instance that was just built, before anyone gets it, if it is to be closed.
    func note<T>(_ instance: T) {
        guard let closer = container.manager.closer(of: key), unwrapped(instance) != nil else { return }
        let close = Box<@Sendable (T) async throws -> Void>.open(closer)
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

extension ContainerManager {
    /// Has the instances of a factory closed by a closure in a box; modifiers that are written once yield to others.
    fileprivate func close(_ key: FactoryKey, with closer: AnyBox, once isOnce: Bool) {
        states.discard { states -> AnyBox? in
            if (states.current.overrides[key]?.isOnce == true) == isOnce {
                return states.closers.updateValue(closer, forKey: key)
            }
            return nil
        }
    }

    fileprivate func closer(of key: FactoryKey) -> AnyBox? {
        states.withLock { $0.closers[key] }
    }
}
