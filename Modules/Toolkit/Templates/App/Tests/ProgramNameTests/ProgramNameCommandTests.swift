import Bootstrap
import Injection  // container
import InjectionTesting  // container
import ProgramName
import Testing

// container
extension Trait where Self == ContainerTrait<AppContainer> {
    /// A new container for each test.
    fileprivate static var app: Self {
        Self(shared: AppContainer.$shared, container: AppContainer())
    }
}

@Suite(.app)
// end
struct ProgramNameCommandTests {
    @Test func `prints the settings`() {
        let settings = AppContainer.shared.settings()  // container
        #expect(ProgramNameCommand().text == "ProgramName: \(settings)")  // container
        let dependencies = Dependencies(settings: Settings())  // plain
        let text = ProgramNameCommand(dependencies).text  // plain
        #expect(text == "ProgramName: \(dependencies.settings)")  // plain
    }
}
