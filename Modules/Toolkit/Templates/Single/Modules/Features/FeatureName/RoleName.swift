public import Injection

/// The operations of the feature FeatureName.
public struct RoleName: Sendable {
    package init() {}

    /// Returns `text`. Replace this example with the methods of the feature.
    public func example(_ text: String) async throws -> String {
        text
    }
}

/// A container that provides the feature.
public protocol FeatureNameProviding: SharedContainer {
    /// The shared instance.
    var roleName: Factory<RoleName> { get }
}
