package import Core
package import Injection
import ServiceName

extension AppContainer {
    /// ServiceName, over what `roleName` provides; the README of the service says how it takes the place of that.
    package var serviceNameRoleName: Factory<any RoleName> {
        self { ServiceNameRoleName(base: self.roleName()) }.cached
    }
}
