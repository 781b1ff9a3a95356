import Injection
import InjectionTesting
import Synchronization
import Testing

/// The report of one import. All parts of the importer add lines to it.
final class ImportReport: Sendable {
    private let stored = Mutex<[String]>([])
    var lines: [String] { stored.withLock { $0 } }
    func add(_ line: String) {
        stored.withLock { $0.append(line) }
    }
}

struct LinkParser {
    let report: ImportReport
    func parse(_ text: String) -> [String] {
        let links = text.split(separator: " ").map(String.init)
        report.add("\(links.count) links read")
        return links
    }
}

struct LinkSaver {
    let report: ImportReport
    let store: any LinkStore
    func save(_ links: [String]) {
        for link in links {
            store.add(link)
        }
        report.add("\(links.count) links saved")
    }
}

struct LinkImporter {
    let parser: LinkParser
    let saver: LinkSaver
    let report: ImportReport
    func run(_ text: String) -> [String] {
        saver.save(parser.parse(text))
        return report.lines
    }
}

extension AppContainer {
    /// One report for all parts of one importer.
    var importReport: Factory<ImportReport> { self { ImportReport() }.graph }
    var parser: Factory<LinkParser> { self { LinkParser(report: self.importReport()) } }
    var saver: Factory<LinkSaver> {
        self { LinkSaver(report: self.importReport(), store: self.linkStore()) }
    }

    var importer: Factory<LinkImporter> {
        self {
            LinkImporter(parser: self.parser(), saver: self.saver(), report: self.importReport())
        }
    }
}

// MARK: - Tests

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
