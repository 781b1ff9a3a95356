extension Scope {
    /// Keeps instances itself, so that containers of one type have them in common.
    ///
    /// Containers of different types have different singletons, also of a factory that is defined in an extension of
    /// ``SharedContainer``.
    public final class Singleton: Scope, InstanceStore, @unchecked Sendable {
        private let instances = Locked(InstanceTable())

        /// A scope without instances, such as a test binds to `Scope.$singleton`.
        public init() {
            super.init(.strong)
        }

        /// Lets go of all singletons.
        public func reset() {
            instances.discard { table in
                defer { table = InstanceTable() }
                return table
            }
        }

        override func store(in manager: ContainerManager) -> any InstanceStore {
            self
        }

        func step(for key: FactoryKey, in scope: Scope, _ lifetime: Lifetime?) -> InstanceTable.Step {
            let (step, removed) = instances.withLock { $0.step(for: key, in: self, lifetime) }
            withExtendedLifetime(removed) {}
            return step
        }

        func settle(_ construction: Construction, as content: InstanceTable.Content?) {
            instances.withLock { $0.settle(construction, as: content) }
        }

        func remove(_ key: FactoryKey) {
            instances.discard { $0.remove(key) }
        }
    }
}
