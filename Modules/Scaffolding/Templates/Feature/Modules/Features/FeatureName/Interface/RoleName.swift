public import Injection

/// Keeps entries in the order in which they came.
public protocol RoleName: Sendable {
    /// Adds an entry, without the space around its text.
    ///
    /// - Throws: ``FeatureNameError/noText``.
    func add(_ text: String) async throws(FeatureNameError) -> FeatureNameEntry

    /// Every entry, the first one first.
    func entries() async throws(FeatureNameError) -> [FeatureNameEntry]
}

/// A container that provides the feature.
public protocol FeatureNameProviding: SharedContainer {
    /// The one that the program shares.
    var roleName: Factory<any RoleName> { get }
}
