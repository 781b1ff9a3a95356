import Synchronization

extension Scope {
    /// Keeps instances itself, so that containers of one type have them in common.
    ///
    /// A factory that is defined in an extension of ``SharedContainer`` has one singleton for all types of containers, unless it is
    /// identified by a key of its own. All others have different singletons in containers of different types.
    public final class Singleton: Scope, InstanceStore, @unchecked Sendable {
        private let instances = Locked(InstanceTable())

        /// A scope without instances, such as a test binds to `Scope.$singleton`.
        public convenience init() {
            self.init(.strong)
            Self.isAlone.store(false, ordering: .relaxed)
        }

        deinit {
            Self.invalidate()
            ThreadState.waitForReaders()
        }

        /// Returns a scope that starts with the singletons of this one. From then on, each of the two changes alone.
        public func clone() -> Singleton {
            let copy = instances.withLock { $0.built }
            let clone = Singleton()
            clone.instances.withLock { $0 = copy }
            return clone
        }

        /// Lets go of all singletons.
        public func reset() {
            change { ((), exchange(&$0, with: InstanceTable())) }
        }

        override func store(in manager: ContainerManager) -> any InstanceStore {
            self
        }

        func step(for key: FactoryKey, in scope: Scope, _ lifetime: Lifetime?) -> InstanceTable.Step {
            change { $0.step(for: key.spanningContainers, in: nil, lifetime) }
        }

        func settle(_ construction: Construction, as content: InstanceTable.Content?) {
            instances.withLock { $0.settle(construction, as: content) }
        }

        func remove(_ key: FactoryKey) {
            change { table in
                let removed = table.remove(key.spanningContainers)
                return ((), removed.isEmpty ? nil : removed)
            }
        }

        /// Changes the table under the lock, and lets go of what was removed once the lock is free and nobody reads it any more.
        private func change<R, Removed>(_ body: (inout InstanceTable) -> (R, Removed?)) -> R {
            let (result, removed) = instances.withLock { table in
                let (result, removed) = body(&table)
                if removed != nil { Self.invalidate() }
                return (result, removed)
            }
            ThreadState.letGo(removed)
            return result
        }
    }
}

/// What containers answer without a lock; see ``WarmTable``.
extension Scope.Singleton {
    /// How often singletons were let go.
    static let generation = Atomic<UInt>(0)

    /// Whether no singletons have been let go since then.
    static func isCurrent(_ generation: UInt) -> Bool {
        Self.generation.load(ordering: .sequentiallyConsistent) == generation
    }

    /// Makes invalid what containers say of singletons.
    private static func invalidate() {
        generation.add(1, ordering: .sequentiallyConsistent)
    }

    /// The singleton scope of a program that has no other.
    static let first = Scope.Singleton(.strong)

    // A task-local takes longer to read than all the rest of a resolution, and nobody can have bound it to what is not there.
    static let isAlone = Atomic(true)

    /// The singleton scope of the current task.
    static var current: Scope.Singleton {
        isAlone.load(ordering: .relaxed) ? first : Scope.singleton
    }
}
