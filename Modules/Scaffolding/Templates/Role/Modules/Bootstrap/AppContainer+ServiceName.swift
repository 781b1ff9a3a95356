public import Core
public import Injection
import ServiceName

extension AppContainer {
    /// One for all: what it keeps is kept once.
    public var roleName: Factory<any RoleName> {
        self { ServiceNameRoleName() }.cached
    }
}
