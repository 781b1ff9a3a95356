/// Asynchronous factories that await each other, so that none of them would ever be done.
public struct CircularDependencyError: Error, Equatable, CustomStringConvertible {
    /// The factories, each of which awaits the next, as `AppContainer.store`; the first is also the last.
    public let chain: [String]

    init(_ circle: [FactoryKey]) {
        chain = circle.map(\.description)
    }

    /// One line that names the whole circle and says how to break it.
    public var description: String {
        "Circular dependency: \(chain.joined(separator: " → ")). "
            + "To break it, let one of them resolve the other on first use, not while it is built."
    }
}
