extension FactoryModifying {
    /// Calls a closure with each resolved instance, new or stored, before the caller receives the
    /// instance.
    ///
    /// A factory has only one decorator. A decorator in the definition takes precedence over one
    /// that is set elsewhere, and both replace the decorator of the container.
    @discardableResult
    public func decorator(_ decorator: @escaping ParameterFactoryType<T, Void>) -> Self {
        self.decorator { instance, _ in
            decorator(instance)
        }
    }

    /// Calls a closure with each resolved instance and a Boolean value that indicates whether this
    /// resolution created the instance.
    @discardableResult
    public func decorator(_ decorator: @escaping DecoratorType<T>) -> Self {
        let box = Box(decorator)
        definition.remember { $0.state.decorator = box }
        return self
    }
}

extension ManagedContainer {
    /// Calls a closure with each instance that is resolved from the container, except the instances
    /// of factories with their own decorator. The closure replaces the previous decorator. Pass
    /// `nil` to remove the decorator.
    public func decorator(_ decorator: ParameterFactoryType<Any, Void>?) {
        let both = decorator.map { decorator -> DecoratorType<Any> in
            { instance, _ in decorator(instance) }
        }
        manager.set(\.defaults.decorator, to: both)
    }

    /// Calls a closure with each instance that is resolved from the container, and a Boolean value
    /// that indicates whether the resolution created the instance.
    public func decorator(_ decorator: @escaping DecoratorType<Any>) {
        manager.set(\.defaults.decorator, to: decorator)
    }
}

extension Resolution {
    /// Calls the decorator of the factory or, if there is none, of the container with an instance.
    /// During the call, the thread's chain contains the factory, so a decorator that resolves it
    /// again is detected as a cycle.
    func decorate<T>(_ instance: T, isNew: Bool) {
        let own = state.decorator.map(Box<DecoratorType<T>>.open)
        guard let decorator = own ?? defaults.decorator else { return }
        ThreadState.current.run(link) {
            decorator(instance, isNew)
        }
    }
}
