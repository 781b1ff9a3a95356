/// An owner of instances: the manager of a container, or a singleton scope.
protocol InstanceStore {
    /// Finds an instance, or takes its slot.
    func step(for key: FactoryKey, in scope: Scope, _ lifetime: Lifetime?) -> InstanceTable.Step

    /// Keeps what a construction made; nil if it is not to be kept.
    func settle(_ construction: Construction, as content: InstanceTable.Content?)

    /// Lets go of the instance of a key, or of its instances for all parameters.
    func remove(_ key: FactoryKey)
}
