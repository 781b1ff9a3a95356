package import Injection
package import RoleModule
import ServiceName

extension AppContainer {
    /// The `RoleName` of ServiceName, which forwards to the instance that `roleName` provides. No
    /// module resolves it yet.
    package var serviceNameRoleName: Factory<any RoleName> {
        self { ServiceNameRoleName(base: self.roleName()) }.cached
    }
}
