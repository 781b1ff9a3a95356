import Foundation
import LibraryInterface
import Testing

struct SampleTests {
    @Test func `the sample that comes with the app is read as it should be`() async throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        let sample = try Data(contentsOf: root.appendingPathComponent("App/Samples/bookmarks.html"))
        let imported = try await Imported(sample, foldersAsTags: true)
        #expect(imported.report.added == 59)
        #expect(imported.report.merged == 1)
        #expect(
            imported.report.skipped.map(\.problem) == [.unsupportedScheme("place"), .unsupportedScheme("javascript")])
        #expect(imported.tags["https://www.swift.org/"] == ["daily", "language", "swift"])
    }
}
