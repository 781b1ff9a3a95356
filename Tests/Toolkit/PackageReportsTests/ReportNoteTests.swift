import BoundaryRules
import PackageManifest
import PackageManifestTesting
import PackageReports
import Testing

/// Tests the notes below a report.
@Suite(.describedPackages)
struct ReportNoteTests {
    private let repository: DescribedRepository

    init() throws {
        repository = try DescribedRepository()
    }

    @Test(arguments: [
        (1, 1, "(1 of 1 target)"),
        (2, 5, "(2 of 5 targets)"),
        (5, 5, "(5 of 5 targets)"),
    ])
    func `a note counts the targets that do not enable MemberImportVisibility`(
        count: Int,
        total: Int,
        words: String
    ) async throws {
        let note = try await memberImportNote(count: count, total: total)
        #expect(try #require(note).contains(words))
    }

    @Test func `no note is needed if all targets enable MemberImportVisibility`() async throws {
        #expect(try await memberImportNote(count: 0, total: 2) == nil)
    }

    /// Returns the note for a package of `total` targets, of which the first `count` do not enable
    /// the feature.
    private func memberImportNote(count: Int, total: Int) async throws -> String? {
        let feature = #"{"enableUpcomingFeature": {"_0": "MemberImportVisibility"}}"#
        let enabled = ["settings": "[{\"kind\": \(feature)}]"]
        let names = (1...total).map { "T\($0)" }
        let pairs = names.dropFirst(count).map { ($0, enabled) }
        try repository.describe(
            names.joined(separator: "\n"),
            values: Dictionary(uniqueKeysWithValues: pairs)
        )
        return try await repository.report().memberImportNote
    }

    @Test func `a dependency that generated code may use is not reported`() async throws {
        func report(plugin text: String) async throws -> BoundaryReport {
            let usage = #"[{"plugin": ["Tool", null]}]"#
            try repository.describe(
                "Core\nHome: Core\nTool plugin",
                values: ["Home": ["pluginUsages": usage]]
            )
            try repository.write(text, to: "Plugins/Tool/Tool.swift")
            return try await repository.report()
        }
        let generating = try await report(plugin: "outputFiles: [file]")
        #expect(generating.violations.isEmpty)
        #expect(generating.needed.map(\.other) == ["Core"])
        let linting = try await report(plugin: "")
        #expect(linting.violations.map(\.rule) == [.unusedDependency])
    }
}
