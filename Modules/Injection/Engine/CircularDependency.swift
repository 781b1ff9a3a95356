/// The words for dependencies that need each other.
enum CircularDependency {
    /// One line that names the whole circle and says how to break it.
    static func message(for circle: [FactoryKey]) -> String {
        let way = circle.map(\.description).joined(separator: " → ")
        return "Circular dependency: \(way). "
            + "To break it, let one of them resolve the other on first use (@LazyInjected), not while it is built."
    }
}
