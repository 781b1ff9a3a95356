// Bootstrap: all code in one module
import Core
import Injection
import Synchronization

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

struct LinkImporter {
    let parser: LinkParser
    let report: ImportReport
    let store: any LinkStore
    func run(_ text: String) -> [String] {
        let links = parser.parse(text)
        links.forEach(store.add)
        report.add("\(links.count) links saved")
        return report.lines
    }
}

// Bootstrap
extension AppContainer {
    /// One report for all parts of one importer.
    var importReport: Factory<ImportReport> { self { ImportReport() }.graph }
    var parser: Factory<LinkParser> { self { LinkParser(report: self.importReport()) } }

    var importer: Factory<LinkImporter> {
        self {
            LinkImporter(
                parser: self.parser(),
                report: self.importReport(),
                store: self.linkStore()
            )
        }
    }
}
