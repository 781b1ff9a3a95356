import Bootstrap
import Injection
import InjectionTesting
import Testing

extension Trait where Self == ContainerTrait<AppContainer> {
    /// A new container for each test.
    fileprivate static var app: Self {
        Self(shared: AppContainer.$shared, container: AppContainer())
    }
}

@Suite(.app)
struct AppContainerTests {
    @Test func `provides the settings that the program registers`() {
        AppContainer.shared.settings.register { Settings(version: "1.2.3") }
        #expect(AppContainer.shared.settings().version == "1.2.3")
    }

    @Test func `each test has its own container`() {
        #expect(AppContainer.shared.settings() == Settings())
    }
}
