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
    @Test func `prints the version`() {
        AppContainer.shared.settings.register { Settings(version: "1.2.3") }  // container
        #expect(ProgramNameCommand().text == "ProgramName 1.2.3")  // container
        let dependencies = Dependencies(settings: Settings(version: "1.2.3"))  // plain
        #expect(ProgramNameCommand(dependencies).text == "ProgramName 1.2.3")  // plain
    }
}
