import Foundation
import ProgramTesting
import Testing

/// `shelf report --html`; what the page does in a browser, Tests/browser says.
struct ReportCommandTests {
    private let shelf: InProcessShelf

    init() throws { shelf = try InProcessShelf() }

    private func add(_ count: Int) async throws {
        let addresses = (1...count).map { "https://example.org/\($0)" }.joined(separator: "\n")
        try await shelf.run("import", "-q", "--from", "urls", "-", input: addresses)
    }

    /// The names of the files in the folder of the test that begin so.
    private func files(_ prefix: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: shelf.folder.url.path).filter { $0.hasPrefix(prefix) }
    }

    @Test func `the page is written whole, and leaves nothing else behind`() async throws {
        try await add(1200)
        let outcome = try await shelf.run("report", "--html", shelf.path("page.html"))
        #expect(outcome.code == 0 && outcome.output == "")
        #expect(outcome.errors == "shelf: wrote the page to \(shelf.path("page.html"))\n")
        let page = try String(contentsOf: URL(filePath: shelf.path("page.html")), encoding: .utf8)
        #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n") && page.contains("1200 links"))
        #expect(page.matches(of: /"https:\/\/example\.org\/\d+"/).count == 1200)
        #expect(try files(".page") == [])
    }

    @Test func `a page that is there is replaced, and keeps who may read it`() async throws {
        try await add(1)
        let file = try shelf.write("old", to: "page.html")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        #expect(try await shelf.run("report", "-q", "--html", file).code == 0)
        #expect(try String(contentsOf: URL(filePath: file), encoding: .utf8).hasPrefix("<!DOCTYPE"))
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    }

    @Test func `a dash means standard output, and a device is written to as it is`() async throws {
        try await add(1)
        let outcome = try await shelf.run("report", "--html", "-")
        #expect(outcome.code == 0 && outcome.errors == "")
        #expect(outcome.output.hasPrefix("<!DOCTYPE") && outcome.output.hasSuffix("</html>\n"))
        #expect(try await shelf.run("report", "--html", "/dev/null").code == 0)
        let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
        #expect(type == .typeCharacterSpecial)
    }

    @Test func `a page that cannot be written is reported in one line`() async throws {
        try await add(1)
        for path in [shelf.path("missing/page.html"), shelf.folder.url.path] {
            let outcome = try await shelf.run("report", "--html", path)
            #expect(outcome.code == 74 && outcome.output == "")
            #expect(outcome.errors.hasPrefix("shelf: '\(path)' cannot be written: "), "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 1)
        }
    }
}
