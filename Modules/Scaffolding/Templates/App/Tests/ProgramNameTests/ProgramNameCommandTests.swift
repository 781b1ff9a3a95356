import Bootstrap
import Injection
import InjectionTesting
import ProgramName
import Testing

extension Trait where Self == ContainerTrait<AppContainer> {
    /// A new container for each test.
    fileprivate static var app: Self {
        Self(shared: AppContainer.$shared, container: AppContainer())
    }
}

@Suite(.app)
struct ProgramNameCommandTests {
    @Test func `prints the version`() {
        AppContainer.shared.settings.register { Settings(version: "1.2.3") }
        #expect(ProgramNameCommand().text == "ProgramName 1.2.3")
    }
}
