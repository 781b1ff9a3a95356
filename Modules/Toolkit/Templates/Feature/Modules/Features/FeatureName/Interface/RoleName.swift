public import Injection

/// The operations of the feature FeatureName.
public protocol RoleName: Sendable {
    /// Returns `text`. Replace this example with the methods of the feature.
    func example(_ text: String) async throws -> String
}

/// A container that provides the feature.
public protocol FeatureNameProviding: SharedContainer {
    /// The shared instance.
    var roleName: Factory<any RoleName> { get }
}
