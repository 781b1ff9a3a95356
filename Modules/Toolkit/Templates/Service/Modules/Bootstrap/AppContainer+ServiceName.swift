package import Injection
package import RoleModule
import ServiceName

extension AppContainer {
    /// The shared instance, created on first use.
    package var roleName: Factory<any RoleName> {
        self { ServiceNameRoleName() }.cached
    }
}
