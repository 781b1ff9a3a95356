extension FactoryModifying {
    /// Calls a closure with each resolved instance, new or stored, before the caller receives the
    /// instance.
    ///
    /// A factory has only one decorator. A decorator in the definition takes precedence over one
    /// that is set elsewhere. The decorator of the container runs after the decorator of the
    /// factory.
    @discardableResult
    public func decorator(_ decorator: @escaping @Sendable (_ instance: T) -> Void) -> Self {
        self.decorator { instance, _ in
            decorator(instance)
        }
    }

    /// Calls a closure with each resolved instance and a Boolean value that indicates whether this
    /// resolution created the instance.
    @discardableResult
    public func decorator(
        _ decorator: @escaping @Sendable (_ instance: T, _ isNew: Bool) -> Void
    ) -> Self {
        let box = Box(decorator)
        definition.remember { slot in
            slot.state.change { $0.decorator = box }
        }
        return self
    }
}

extension ContainerManager {
    /// Calls a closure with each instance that is resolved from the container. Replaces the
    /// previous decorator. Pass nil to remove it.
    public func decorator(_ decorator: (@Sendable (_ instance: Any) -> Void)?) {
        let both = decorator.map { decorate in
            { @Sendable (instance: Any, _: Bool) in decorate(instance) }
        }
        set { $0.decorator = both }
    }

    /// Calls a closure with each instance that is resolved from the container, and a Boolean value
    /// that indicates whether the resolution created the instance.
    public func decorator(
        _ decorator: @escaping @Sendable (_ instance: Any, _ isNew: Bool) -> Void
    ) {
        set { $0.decorator = decorator }
    }
}

extension ManagedContainer {
    /// Calls a closure with each instance that is resolved from the container. Replaces the
    /// previous decorator. Pass nil to remove it.
    public func decorator(_ decorator: (@Sendable (_ instance: Any) -> Void)?) {
        manager.decorator(decorator)
    }

    /// Calls a closure with each instance that is resolved from the container, and a Boolean value
    /// that indicates whether the resolution created the instance.
    public func decorator(
        _ decorator: @escaping @Sendable (_ instance: Any, _ isNew: Bool) -> Void
    ) {
        manager.decorator(decorator)
    }
}

extension Resolution {
    /// Calls the decorators of the factory and the container with an instance. Meanwhile, the
    /// thread's chain contains the factory, so a decorator that resolves it again is detected as a
    /// cycle.
    func decorate<T>(_ instance: T, isNew: Bool) {
        let decorator = state.modifiers?.content.decorator
        if decorator == nil, settings.decorator == nil {
            return
        }
        ThreadState.current.run(key) {
            if let decorator {
                Box<@Sendable (T, Bool) -> Void>.open(decorator)(instance, isNew)
            }
            settings.decorator?(instance, isNew)
        }
    }
}
