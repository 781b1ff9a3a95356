import Foundation
import Testing

/// Compares the figures in Docs/HowItIsTested.md with the sources.
///
/// With the environment variable `WRITE_PAGES`, the test writes the figures to the page instead.
/// The first cell of a row identifies the figures in the row. A figure that the page states as "at
/// least" may be up to a tenth too low, so that a new test does not change the page.
struct FigureTests {
    private static let page = "Docs/HowItIsTested.md"

    @Test func `the figures on the page match the sources`() throws {
        let page = try Page(Self.page)
        let figures = try Self.figures()
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
            guard let figures = figures[name] else {
                return line
            }
            return "| \(([name] + figures).joined(separator: " | ")) |"
        }
        let missing = Set(figures.keys).union(minimums.keys).subtracting(seen)
        try #require(missing.isEmpty, "the page has no row for \(missing.sorted())")
        try page.expect(lines, updatedBy: "swift test --filter FigureTests")
    }

    private static func figures() throws -> [String: [String]] {
        var figures: [String: [String]] = [:]
        try addContracts(to: &figures)
        try addAllocations(to: &figures)
        addFixtures(to: &figures)
        return figures
    }

    /// Returns the figures that the page states as "at least".
    private static func minimums() throws -> [String: Int] {
        var minimums = documentation()
        try addTests(to: &minimums)
        return minimums
    }

    // MARK: - Tests

    private static func addTests(to minimums: inout [String: Int]) throws {
        let groups = [
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
            let lines = try Page(path).lines
            let target = testTarget(of: path)
            let group = groups.first { $0.value.contains { $0 == target } }?.key
            counts[group ?? "shelf and its libraries", default: 0] += testCount(in: lines)
            packageBuilders += testCount(in: suitesThatBuildPackages(lines))
        }
        for (group, count) in counts {
            minimums[group] = count
        }
        minimums["all"] = counts.values.reduce(0, +)
        minimums["of these, in suites that build packages or call the toolchain"] = packageBuilders
    }

    /// Returns the name of the test target with the given file.
    private static func testTarget(of path: String) -> Substring {
        path.trimmingPrefix("Tests/").trimmingPrefix("Toolkit/").prefix { $0 != "/" }
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

    // MARK: - Contracts

    /// Adds the number of rules in each contract, and the test targets that check an
    /// implementation.
    private static func addContracts(to figures: inout [String: [String]]) throws {
        let sources = try Page.files(ending: ["swift"]).filter {
            $0.hasPrefix("Modules/CoreTesting/") || $0.contains("/Testing/")
        }
        .filter { !$0.contains("/Templates/") && $0.contains("Contract") }
        .map { try Page($0) }
        let tests = try Page.files(ending: ["swift"]).filter { $0.hasPrefix("Tests/") }
            .map { try Page($0) }
            .filter { $0.lines.contains { $0.hasSuffix("Contract.allCases)") } }
        let rules = Dictionary(grouping: sources) { page in
            String(page.name.prefix { $0 != "+" })
        }
        for (contract, pages) in rules {
            let count = pages.map(ruleCount).reduce(0, +)
            // `checkExplanation` is a contract without a list of rules.
            guard count > 0 else { continue }
            let targets = Set(
                tests.filter {
                    $0.lines.contains { $0.hasSuffix("(arguments: \(contract).allCases)") }
                }
                .map { "`\(testTarget(of: $0.path))`" }
            )
            try #require(!targets.isEmpty, "no test checks \(contract)")
            figures["`\(contract)`"] = [
                String(count), targets.sorted().joined(separator: ", "),
            ]
        }
    }

    /// Returns the number of rules in a contract. A rule begins with `Self(` and its name, on the
    /// same line or on the next line.
    private static func ruleCount(in page: Page) -> Int {
        zip(page.lines, page.lines.dropFirst()).count { line, next in
            line.contains(/\bSelf\("/)
                || line.contains(/\bSelf\($/) && next.contains(/^ *"/)
        }
    }

    // MARK: - Other figures

    /// Adds the numbers of allocations in the rows of the benchmark. The benchmark counts them, and
    /// fails if they differ.
    private static func addAllocations(to figures: inout [String: [String]]) throws {
        let rows = try Page("Tests/Toolkit/Benchmarks/InjectionBenchmark/Rows.swift").lines
            .joined(separator: "\n")
        let row = /Row\(\s*"(?<name>[^"]+)"[^{]*?allocates: (?<count>\d+)/
        for match in rows.matches(of: row) {
            figures[String(match.name)] = [String(match.count)]
        }
    }

    private static func addFixtures(to figures: inout [String: [String]]) {
        let fixtures = ["Bookmarks", "ChangedPages"]
        for folder in fixtures {
            let path = Page.root.appending(path: "Tests/Fixtures/\(folder)").path
            let files = FileManager.default.enumerator(atPath: path)?.allObjects ?? []
            let count = files.count { ($0 as? String)?.contains(".") == true }
            figures["`Tests/Fixtures/\(folder)`"] = [String(count)]
        }
    }

    private static func documentation() -> [String: Int] {
        let blocks = Page.own.flatMap(\.blocks)
        return [
            "pages": Page.own.count,
            "blocks of Swift": blocks.count { $0.language == "swift" },
            "blocks of commands": blocks.count { $0.language == "sh" },
        ]
    }
}
