public import FeatureName
public import Injection

extension AppContainer {
    /// The shared instance, created on first use.
    public var roleName: Factory<RoleName> {
        self { RoleName() }.cached
    }
}
