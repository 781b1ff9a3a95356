import Injection
import InjectionTesting
import Testing

final class ExportContainer: SharedContainer, Resolving {
    @TaskLocal static var shared = ExportContainer()
    let manager = ContainerManager()
}

struct FindingFactoriesByTypeTests {
    let container = ExportContainer()

    @Test func `what is registered for a type is found by it`() {
        container.register((any LinkStore).self) { FileLinkStore(path: "export.html") }.scope(.cached)
        let exporter = container.resolve((any LinkStore).self)
        #expect(exporter is FileLinkStore)
        #expect(container.factory((any LinkStore).self)?() === exporter)
        #expect(container.resolve(InMemoryLinkStore.self) == nil)
    }

    @Test func `a property finds it too`() {
        struct Export {
            @InjectedType(ExportContainer.shared) var store: (any LinkStore)?
        }
        let none = ExportContainer.$shared.withValue(container) { Export().store }
        #expect(none == nil)
        container.register((any LinkStore).self) { InMemoryLinkStore("found") }
        let found = ExportContainer.$shared.withValue(container) { Export().store }
        #expect(found?.links == ["found"])
    }
}
