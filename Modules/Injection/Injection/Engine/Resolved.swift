/// The outcome of a resolution.
struct Resolved<T> {
    let instance: T
    /// Whether this resolution made it, and did not find it or wait for it.
    let isNew: Bool
}
