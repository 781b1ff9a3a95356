public import Core

/// Why something is not kept.
public enum FeatureNameError: ExplainedError, Hashable {
    /// The text is empty, or nothing but space.
    case noText

    public var explanation: String {
        switch self {
        case .noText: "an entry needs a text; there is none"
        }
    }
}
