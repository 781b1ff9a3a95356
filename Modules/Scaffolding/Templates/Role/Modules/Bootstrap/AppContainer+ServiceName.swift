package import Core
package import Injection
import ServiceName

extension AppContainer {
    /// One for all: what it keeps is kept once.
    package var roleName: Factory<any RoleName> {
        self { ServiceNameRoleName() }.cached
    }
}
