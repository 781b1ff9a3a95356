import FeatureName
public import FeatureNameInterface
public import Injection

extension AppContainer {
    /// The shared instance, created on first use.
    public var roleName: Factory<any RoleName> {
        self { DefaultRoleName() }.cached
    }
}
