extension Scope {
    /// Keeps nothing.
    public final class Unique: Scope, @unchecked Sendable {
        init() {
            super.init(.none)
        }
    }
}
