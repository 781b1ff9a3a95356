package import Core
package import Injection
import ServiceName

extension AppContainer {
    /// The shared instance, created at its first use.
    package var roleName: Factory<any RoleName> {
        self { ServiceNameRoleName() }.cached
    }
}
