extension Scope {
    /// Keeps instances until the resolution that began on this thread is at its end, with all that it leads to.
    public final class Graph: Scope, @unchecked Sendable {
        public init() {
            super.init(.strong)
        }

        /// The number of factories that the current thread is running, each of which was resolved by the one before; 0 outside of a
        /// resolution.
        public static var depth: Int { ResolutionChain.current.thread.depth }

        /// The number of factories that the current thread is running; the same for all graph scopes.
        public var depth: Int { Self.depth }

        override func store(in manager: ContainerManager) -> any InstanceStore {
            ResolutionChain.current
        }
    }
}
