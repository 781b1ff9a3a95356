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
    func `add, rename, rename back and remove leave every byte as it was`(form: Int, isFeature: Bool) async throws {
        try rewrite(Self.forms[form])
        let before = try files()
        let kind: WorkspacePart.Kind = isFeature ? .feature : .service
        let addition: any WorkspaceChange =
            isFeature
            ? AddFeature("Billing", uses: ["Pages", "Library"]) : AddService("Billing", implements: "SessionCache")
        try await copy.workspace.make(addition)
        let added = try files()
        for path in ["Package.swift", "Modules/Bootstrap/AppContainer.swift"] {
            let text = String(decoding: try #require(added[path]), as: UTF8.self)
            #expect(added[path] != before[path] && text == Self.forms[form](plain(text)), "\(path)")
        }
        try copy.workspace.rename(kind, "Billing", to: "Zebra")
        try copy.workspace.rename(kind, "Zebra", to: "Billing")
        #expect(try differences(added) == [])
        try await copy.workspace.make(Removal(kind, "Billing"))
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

    @Test func `a byte order mark is not a part of the first word`() throws {
        try copy.folder.write("\u{FEFF}PagesInterface\n", to: "Docs/Notes.md")
        try copy.workspace.rename(.feature, "Pages", to: "Zebras")
        #expect(try files()["Docs/Notes.md"] == Data("\u{FEFF}ZebrasInterface\n".utf8))
    }

    @Test(arguments: [("Package.swift", 1), ("Modules/Bootstrap/AppContainer.swift", 2)])
    func `a file that mixes line endings is refused by its name`(path: String, line: Int) async throws {
        var lines = try #require(copy.text(path)).split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
        lines[line] += "\r"
        try copy.folder.write(lines.joined(separator: "\n"), to: path)
        let error = await #expect(throws: ScaffoldingError.self) {
            try await copy.workspace.make(AddFeature("Billing"))
        }
        guard case .sourceNotUnderstood(path, let reason, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason == "some of its lines end with CR LF, and others do not")
    }
}
