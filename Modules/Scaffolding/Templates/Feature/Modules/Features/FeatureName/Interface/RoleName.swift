public import Injection

/// The contract of the feature FeatureName.
public protocol RoleName: Sendable {
    /// Returns a text. This is an example: replace it by what the feature offers.
    func example(_ text: String) async throws -> String
}

/// A container that provides the feature.
public protocol FeatureNameProviding: SharedContainer {
    /// The shared instance.
    var roleName: Factory<any RoleName> { get }
}
