import Foundation
import Testing

/// Compares the figures in Docs/HowItIsTested.md with the sources.
///
/// With the environment variable `WRITE_PAGES`, the test writes the figures to the page instead.
/// The first cell of a row identifies the figure in the row, which may be up to a tenth too low, so
/// that a new test does not change the page.
struct FigureTests {
    private static let page = "Docs/HowItIsTested.md"

    @Test func `the figures on the page match the sources`() throws {
        let page = try Page(Self.page)
        let minimums = try Self.minimums()
        var seen: Set<String> = []
        let lines = page.lines.map { line in
            let cells = line.split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard let name = cells.first else {
                return line
            }
            seen.insert(name)
            if let minimum = minimums[name] {
                let stated = cells.last.flatMap { Int($0) } ?? 0
                let isCurrent = (minimum * 9 / 10...minimum).contains(stated)
                return "| \(name) | \(isCurrent ? stated : minimum / 10 * 10) |"
            }
            return line
        }
        let missing = Set(minimums.keys).subtracting(seen)
        try #require(missing.isEmpty, "the page has no row for \(missing.sorted())")
        try page.expect(lines, updatedBy: "swift test --filter FigureTests")
    }

    /// Returns the numbers of tests.
    private static func minimums() throws -> [String: Int] {
        var minimums: [String: Int] = [:]
        let subjects = [
            "engine": ["InjectionTests", "InjectionRegistryTests"],
            "rules and tool": [
                "BoundaryRulesTests", "SwiftSourceTests", "PackageManifestTests",
                "PackageReportsTests", "GraphDrawingTests", "WiringTests", "ScaffoldingTests",
                "BulkheadTests",
            ],
            "workspace as a whole": ["WorkspaceTests", "ProgramTestingTests"],
            "documentation": ["RecipeTests"],
        ]
        var counts: [String: Int] = [:]
        var packageBuilders = 0
        for path in Page.files(ending: ["swift"])
        where path.hasPrefix("Tests/") && !path.hasPrefix("Tests/Fixtures/") {
            let folder = path.split(separator: "/")[1]
            let lines = try Page(path).lines
            let subject = subjects.first { $0.value.contains { $0 == folder } }?.key
            counts[subject ?? "shelf and its libraries", default: 0] += testCount(in: lines)
            packageBuilders += testCount(in: suitesThatBuildPackages(lines))
        }
        for (subject, count) in counts {
            minimums[subject] = count
        }
        minimums["all"] = counts.values.reduce(0, +)
        minimums["of these, in suites that build packages or call the toolchain"] = packageBuilders
        return minimums
    }

    private static func testCount(in lines: some Sequence<String>) -> Int {
        lines.count { $0.drop { $0 == " " }.hasPrefix("@Test") }
    }

    /// Returns the lines of the suites with the trait `buildsPackages`.
    private static func suitesThatBuildPackages(_ lines: [String]) -> [String] {
        var result: [String] = []
        var isInside = false
        for line in lines {
            if line.hasPrefix("@Suite("), line.contains("buildsPackages") {
                isInside = true
            } else if line == "}" {
                isInside = false
            }
            if isInside {
                result.append(line)
            }
        }
        return result
    }
}
