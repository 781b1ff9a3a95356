extension Scope {
    /// Keeps instances in their container until they are reset.
    public final class Cached: Scope, @unchecked Sendable {
        public init() {
            super.init(.strong)
        }
    }
}
