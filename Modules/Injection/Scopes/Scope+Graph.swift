extension Scope {
    /// Keeps instances until the resolution that began on this thread is at its end, with all that it leads to.
    public final class Graph: Scope, @unchecked Sendable {
        public init() {
            super.init(.strong)
        }

        override func store(in manager: ContainerManager) -> any InstanceStore {
            ResolutionChain.current
        }
    }
}
