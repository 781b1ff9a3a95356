/// Why something is not kept.
public enum FeatureNameError: Error, Sendable, Hashable {
    /// The text is empty, or nothing but space.
    case noText
}
