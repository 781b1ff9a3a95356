import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Testing

/// Tests the notes below a report.
@Suite(.describedPackages)
struct ReportNoteTests {
    private let described: DescribedPackage

    init() throws {
        described = try DescribedPackage()
    }

    private func report(on package: SwiftPackage) throws -> BoundaryReport {
        BoundaryReport.checking(
            PackageSet(package),
            rules: .none,
            sources: try PackageSet(package).sources()
        )
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
        #expect(note?.contains(words) == true)
    }

    @Test func `no note is needed if all targets enable MemberImportVisibility`() async throws {
        #expect(try await memberImportNote(count: 0, total: 2) == nil)
    }

    /// Returns the note for a package of `total` targets, of which the first `count` do not enable
    /// the feature.
    private func memberImportNote(count: Int, total: Int) async throws -> String? {
        let feature = #"{"enableUpcomingFeature": {"_0": "MemberImportVisibility"}}"#
        let enabled = ["settings": "[{\"kind\": \(feature)}]"]
        let targets: [DescribedPackage.Target] = (1...total).map { number in
            .target("T\(number)", number > count ? enabled : [:])
        }
        let files = (1...total).map { "Sources/T\($0)/A.swift" }
        return try report(on: await described.load(targets, files: files)).memberImportNote
    }

    @Test func `a single note lists which dependencies are kept because of a plugin`() async throws
    {
        func report(plugin text: String) async throws -> BoundaryReport {
            let home = [
                "dependencies": #"[{"byName": ["Core", null]}]"#,
                "pluginUsages": #"[{"plugin": ["Tool", null]}]"#,
            ]
            _ = try await described.load(
                [.target("Core"), .target("Home", home), .target("Tool", ["type": "\"plugin\""])],
                files: ["Sources/Core/A.swift", "Sources/Home/A.swift", "Plugins/Tool/A.swift"]
            )
            for module in ["Core", "Home"] {
                try described.folder.write("let a = 1", to: "Sources/\(module)/A.swift")
            }
            try described.folder.write(text, to: "Plugins/Tool/A.swift")
            let path = described.folder.url.path
            return try self.report(on: await SwiftPackage.load(path))
        }
        let generating = try await report(plugin: "outputFiles: [file]")
        #expect(generating.violations.isEmpty)
        #expect(
            generating.generatedSourceNote == """
                note: 1 dependency without an import is not reported, because the code that a plugin \
                generates may use it ('Tool'); 'bulkhead fix --remove-unused --dry-run' lists it
                """
        )
        let linting = try await report(plugin: "")
        #expect(linting.violations.map(\.rule) == [.unusedDependency])
        #expect(linting.generatedSourceNote == nil)
    }
}
