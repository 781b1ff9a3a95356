import Core
import Injection
import InjectionTesting
import Testing

final class LateReport {
    @Injected(\AppContainer.importReport) var early
    @LazyInjected(\AppContainer.importReport) var late
}

extension AppContainer { var lateReport: Factory<LateReport> { self { LateReport() } } }

@Suite(.appContainer { $0.linkStore.register { InMemoryLinkStore() } })
struct OnePerGraphTests {
    @Test func `the parts of an importer share one report, and each importer has its own report`() {
        let container = AppContainer.shared
        #expect(
            container.importer().run("swift.org forums.swift.org") == [
                "2 links read", "2 links saved",
            ]
        )
        #expect(container.importer().run("docs.swift.org") == ["1 links read", "1 links saved"])
    }

    @Test func `a property that is resolved later is not part of the graph`() {
        let report = AppContainer.shared.lateReport()
        #expect(report.early !== report.late)
    }
}
