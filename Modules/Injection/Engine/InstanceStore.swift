/// An owner of instances: the manager of a container, or a singleton scope.
protocol InstanceStore: AnyObject {
    /// Finds an instance, or takes its slot.
    func step(for key: FactoryKey, in scope: Scope) -> InstanceTable.Step

    /// Keeps what a construction made; nil if it is not to be kept.
    func settle(_ construction: Construction, as content: InstanceTable.Content?)

    /// Lets go of the instance of a key.
    func remove(_ key: FactoryKey)
}
