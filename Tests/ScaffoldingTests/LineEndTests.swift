import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// Files that begin with a byte order mark, or whose lines end with CR LF.
struct LineEndTests {
    private let copy: WorkspaceCopy

    init() throws { copy = try WorkspaceCopy() }

    /// The bytes of every file; texts would not show a mark.
    private func files() throws -> [String: Data] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: copy.folder.url.path)
        let files = paths.compactMap { path in
            (try? Data(contentsOf: URL(filePath: copy.folder.path(path)))).map { (path, $0) }
        }
        return Dictionary(uniqueKeysWithValues: files)
    }

    /// Rewrites every text.
    private func rewrite(_ change: (String) -> String) throws {
        for (path, data) in try files() {
            try copy.folder.write(change(String(decoding: data, as: UTF8.self)), to: path)
        }
    }

    private static let forms: [@Sendable (String) -> String] = [
        { $0.replacing("\n", with: "\r\n") }, { "\u{FEFF}\($0)" }, { "\u{FEFF}\($0.replacing("\n", with: "\r\n"))" },
    ]

    @Test(arguments: [(0, true), (1, true), (2, true), (2, false)])
    func `what comes, is renamed there and back, and goes leaves every byte as it was`(form: Int, isFeature: Bool)
        async throws
    {
        // Without a source that needs the mocks of Core, its tests would not keep them.
        try copy.folder.write("import Core\nimport CoreTesting\n", to: "Tests/CoreTests/A.swift")
        try rewrite(Self.forms[form])
        let before = try files()
        let kind: WorkspacePart.Kind = isFeature ? .feature : .service
        let addition: any WorkspaceChange =
            isFeature
            ? AddFeature("Billing", uses: ["Pages", "Reports"]) : AddService("Billing", implements: "SessionCache")
        _ = try await addition.apply(to: copy.workspace)
        let added = try files()
        for path in ["Package.swift", "README.md", "Modules/Bootstrap/AppContainer.swift"] {
            let text = String(decoding: try #require(added[path]), as: UTF8.self)
            #expect(added[path] != before[path] && text == Self.forms[form](plain(text)), "\(path)")
        }
        _ = try Renaming(kind, "Billing", to: "Zebra").rename(in: copy.workspace)
        _ = try Renaming(kind, "Zebra", to: "Billing").rename(in: copy.workspace)
        #expect(try differences(added) == [])
        _ = try Removal(kind, "Billing").remove(from: copy.workspace)
        #expect(try differences(before) == [])
    }

    /// The text without marks and CRs.
    private func plain(_ text: String) -> String {
        String(
            decoding: text.unicodeScalars.filter { $0 != "\u{FEFF}" && $0 != "\r" }.flatMap { String($0).utf8 },
            as: UTF8.self)
    }

    private func differences(_ before: [String: Data]) throws -> [String] {
        let after = try files()
        return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
    }

    @Test(arguments: forms.indices)
    func `what is there is renamed there and back, and every byte is as it was`(form: Int) throws {
        try rewrite(Self.forms[form])
        let before = try files()
        _ = try Renaming(.feature, "Pages", to: "Zebras").rename(in: copy.workspace)
        #expect(try files()["Modules/Features/Zebras/README.md"] != nil)
        _ = try Renaming(.feature, "Zebras", to: "Pages").rename(in: copy.workspace)
        #expect(try differences(before) == [])
    }

    @Test func `the first word behind a mark is a word as any other`() throws {
        try copy.folder.write("\u{FEFF}PagesInterface\n", to: "Docs/Notes.md")
        _ = try Renaming(.feature, "Pages", to: "Zebras").rename(in: copy.workspace)
        #expect(try files()["Docs/Notes.md"] == Data("\u{FEFF}ZebrasInterface\n".utf8))
    }

    @Test(arguments: [("Package.swift", 1), ("README.md", 3), ("Modules/Bootstrap/AppContainer.swift", 2)])
    func `a file whose lines end in several ways is refused by its name`(path: String, line: Int) async throws {
        var lines = try #require(copy.text(path)).split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
        lines[line] += "\r"
        try copy.folder.write(lines.joined(separator: "\n"), to: path)
        let error = await #expect(throws: ScaffoldingError.self) {
            try await AddFeature("Billing").apply(to: copy.workspace)
        }
        guard case .sourceNotUnderstood(path, let reason, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason == "some of its lines end with CR LF, and others do not")
    }

    @Test func `lines of a manifest that nothing would break again are not joined`() async throws {
        let shop = try SmallShop()
        try shop.folder.write("{\"version\": 1, \"lineLength\": 60}", to: ".swift-format")
        let formatted = try await Call.run("swift", ["format", "-i", shop.folder.path("Package.swift")])
        #expect(formatted.code == 0, "\(formatted.errors)")
        let manifest = try shop.text("Package.swift").replacing("\n", with: "\r\n")
        #expect(manifest.contains(".bootstrap(\r\n"))
        try shop.folder.write(manifest, to: "Package.swift")
        _ = try await Renaming(.feature, "Notes", to: "Zebras").apply(to: shop.workspace)
        _ = try await Renaming(.feature, "Zebras", to: "Notes").apply(to: shop.workspace)
        #expect(try shop.text("Package.swift") == manifest)
    }

    @Test func `a link in a page of such lines is found in its line`() throws {
        try copy.folder.write("# A\r\n\r\n[A](../Modules/Features/Reports)\r\n", to: "Docs/A.md")
        let error = #expect(throws: ScaffoldingError.self) {
            try Removal(.feature, "Reports").remove(from: copy.workspace)
        }
        guard case .inUse(_, let uses, _)? = error else { return }
        #expect(uses.contains("Docs/A.md:3: links to 'Modules/Features/Reports'"), "\(uses)")
    }
}
