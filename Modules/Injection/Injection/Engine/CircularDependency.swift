/// The words for dependencies that need each other.
package enum CircularDependency {
    /// One line that names the whole circle and says how to break it.
    ///
    /// It ends with the types in the words of FactoryKit, which its users and their tests look for.
    static func message(for circle: [FactoryKey]) -> String {
        message(for: circle.map(\.description)) + " FACTORY: Circular dependency chain - "
            + circle.map(\.instanceType).joined(separator: " > ")
    }

    /// The same for names that were put into words already.
    package static func message(for circle: [String]) -> String {
        let way = circle.joined(separator: " → ")
        return "Circular dependency: \(way). "
            + "To break it, let one of them resolve the other on first use (@LazyInjected), not while it is built."
    }
}
