extension Scope {
    /// Keeps nothing.
    public final class Unique: Scope, @unchecked Sendable {
        public init() {
            super.init(.none)
        }
    }
}
