public import Core
public import Injection
import ServiceName

extension AppContainer {
    /// ServiceName, over what `roleName` provides.
    public var serviceNameRoleName: Factory<any RoleName> {
        self { ServiceNameRoleName(base: self.roleName()) }.cached
    }
}
