extension FactoryModifying {
    /// Has a closure see each instance that is resolved, whether it was made or kept, before the caller gets it.
    ///
    /// A factory has one decorator: another takes its place, and one in the definition wins. That of the container comes after it.
    @discardableResult
    public func decorator(_ decorator: @escaping (_ instance: T) -> Void) -> Self {
        self.decorator { instance, _ in decorator(instance) }
    }

    /// The same with a closure that also gets whether the instance was made for this resolution.
    @discardableResult
    public func decorator(_ decorator: @escaping (_ instance: T, _ isNew: Bool) -> Void) -> Self {
        let box = Box(decorator)
        definition.remember { $0.decorator = box }
        definition.container.manager.observe()
        return self
    }
}
