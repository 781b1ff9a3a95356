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
    @Test func `prints the settings`() {
        let settings = AppContainer.shared.settings()
        #expect(ProgramNameCommand().text == "ProgramName: \(settings)")
    }
}
