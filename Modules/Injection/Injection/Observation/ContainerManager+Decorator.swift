extension ContainerManager {
    /// Has a closure see each instance that is resolved from the container, in the place of the one before; nil takes it away.
    public func decorator(_ decorator: ((_ instance: Any) -> Void)?) {
        set(\.decorator, to: decorator.map { decorate in { instance, _ in decorate(instance) } })
        observe()
    }

    /// The same with a closure that also gets whether the instance was made for this resolution.
    public func decorator(_ decorator: @escaping (_ instance: Any, _ isNew: Bool) -> Void) {
        set(\.decorator, to: decorator)
        observe()
    }

    /// Shows an instance to the decorators of its factory and then of the container.
    func decorate<T>(_ resolved: Resolved<T>, of key: FactoryKey) {
        let chain = ResolutionChain.current
        if let box = override(of: key)?.decorator {
            let decorate = Box<(T, Bool) -> Void>.open(box)
            chain.run(key) { decorate(resolved.instance, resolved.isNew) }
        }
        if let decorate = settings.decorator {
            chain.run(key) { decorate(resolved.instance, resolved.isNew) }
        }
    }
}

extension ManagedContainer {
    /// Has a closure see each instance that is resolved from the container, in the place of the one before; nil takes it away.
    public func decorator(_ decorator: ((_ instance: Any) -> Void)?) {
        manager.decorator(decorator)
    }

    /// The same with a closure that also gets whether the instance was made for this resolution.
    public func decorator(_ decorator: @escaping (_ instance: Any, _ isNew: Bool) -> Void) {
        manager.decorator(decorator)
    }
}
