import FeatureName
public import FeatureNameInterface
public import Injection

extension AppContainer {
    /// Keeps entries as long as the program runs.
    public var roleName: Factory<any RoleName> {
        self { OrderedRoleName() }.cached
    }
}
