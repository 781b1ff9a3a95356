/// A test has checked a link for which it has scripted no verdict.
public struct UnscriptedLink: Error, Hashable {
    /// The address of the link.
    public let url: String
}
