import Foundation
import ProgramTesting
import Testing

/// `shelf report --html`; what the page does in a browser, Tests/browser says.
struct ReportCommandTests {
    private let program: Program

    init() throws { program = try Program() }

    private func add(_ count: Int) async throws {
        let addresses = (1...count).map { "https://example.org/\($0)" }.joined(separator: "\n")
        try await program.run("add", "-q", "--no-fetch", "-", input: addresses)
    }

    /// The names of the files in the folder of the test that begin so.
    private func files(_ prefix: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: program.folder.url.path).filter { $0.hasPrefix(prefix) }
    }

    @Test func `the page is written whole, and leaves nothing else behind`() async throws {
        try await add(1200)
        let outcome = try await program.run("report", "--html", program.path("page.html"))
        #expect(outcome.code == 0 && outcome.output == "")
        #expect(outcome.errors == "shelf: wrote the page to \(program.path("page.html"))\n")
        let page = try String(contentsOf: URL(filePath: program.path("page.html")), encoding: .utf8)
        #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n") && page.contains("1200 links"))
        #expect(page.matches(of: /"https:\/\/example\.org\/\d+"/).count == 1200)
        #expect(try files(".page") == [])
    }

    @Test func `a page that is there is replaced, and keeps who may read it`() async throws {
        try await add(1)
        let file = try program.write("old", to: "page.html")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        #expect(try await program.run("report", "-q", "--html", file).code == 0)
        #expect(try String(contentsOf: URL(filePath: file), encoding: .utf8).hasPrefix("<!DOCTYPE"))
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    }

    @Test func `a dash means standard output, and a device is written to as it is`() async throws {
        try await add(1)
        let outcome = try await program.run("report", "--html", "-")
        #expect(outcome.code == 0 && outcome.errors == "")
        #expect(outcome.output.hasPrefix("<!DOCTYPE") && outcome.output.hasSuffix("</html>\n"))
        #expect(try await program.run("report", "--html", "/dev/null").code == 0)
        let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
        #expect(type == .typeCharacterSpecial)
    }

    @Test func `a page that cannot be written is reported in one line`() async throws {
        try await add(1)
        for path in [program.path("missing/page.html"), program.folder.url.path] {
            let outcome = try await program.run("report", "--html", path)
            #expect(outcome.code == 74 && outcome.output == "")
            #expect(outcome.errors.hasPrefix("shelf: '\(path)' cannot be written: "), "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 1)
        }
    }

    @Test func `a page that fails on its way leaves the old one as it was`() async throws {
        let broken = try program.write(String(repeating: "no library ", count: 100), to: "broken.db")
        let page = try program.write("old", to: "page.html")
        let outcome = try await program.run("--library", broken, "report", "--html", page)
        #expect(outcome.code == 69)
        #expect(try String(contentsOf: URL(filePath: page), encoding: .utf8) == "old")
        #expect(try files(".page") == [])
    }
}
