extension Scope {
    /// Keeps instances in their container weakly. What is not an instance of a class, in an optional or not, is not kept.
    public final class Shared: Scope, @unchecked Sendable {
        public init() {
            super.init(.weak)
        }
    }
}
