import Bootstrap
import Testing

struct DependenciesTests {
    @Test func `contains the settings`() {
        let dependencies = Dependencies(settings: Settings(version: "1.2.3"))
        #expect(dependencies.settings.version == "1.2.3")
    }
}
