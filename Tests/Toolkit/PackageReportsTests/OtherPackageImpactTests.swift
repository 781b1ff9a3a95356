import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Testing

/// Changes in other packages that a package uses.
@Suite(.describedPackages)
struct OtherPackageImpactTests {
    private func reasons(
        of repository: SampleRepository
    ) async throws -> [String: Impact.Reason] {
        let impact = try await repository.impact()
        return Dictionary(uniqueKeysWithValues: impact.entries.map { ($0.module.name, $0.reason) })
    }

    // MARK: - Packages on this machine

    /// `Net` of the package App uses Mid, and `Middle` of the package Mid uses Low.
    private func chain() async throws -> SampleRepository {
        let repository = try await SampleRepository(in: "App")
        let root = repository.folder.url.path
        try repository.write(
            SampleRepository.targets,
            products: ["Net": #"{"product": ["Mid", "mid", null, null]}"#],
            packages: ["mid": "\(root)/Mid"]
        )
        let middle = """
            {"name": "Middle", "type": "regular", "exclude": [], "resources": [], \
            "dependencies": [{"byName": ["Low", null]}]}
            """
        let tests = """
            {"name": "MiddleTests", "type": "test", "exclude": [], "resources": [], \
            "dependencies": [{"byName": ["Middle", null]}]}
            """
        try repository.folder.write(
            """
            {"name": "Mid", \
            "dependencies": [{"fileSystem": [{"identity": "low", "path": "\(root)/Low"}]}], \
            "products": [{"name": "Mid", "targets": ["Middle"], "type": {"library": null}}], \
            "targets": [\(middle), \(tests)]}
            """,
            to: "Mid/dump.json"
        )
        let targets = ["Low", "Unused"].map {
            """
            {"name": "\($0)", "type": "regular", "exclude": [], "resources": [], "dependencies": []}
            """
        }
        try repository.folder.write(
            """
            {"name": "Low", "dependencies": [], \
            "products": [{"name": "Low", "targets": ["Low"], "type": {"library": null}}], \
            "targets": [\(targets.joined(separator: ", "))]}
            """,
            to: "Low/dump.json"
        )
        for file in [
            "Mid/Package.swift", "Mid/Sources/Middle/A.swift", "Mid/Tests/MiddleTests/A.swift",
            "Low/Package.swift", "Low/Sources/Low/A.swift", "Low/Sources/Unused/A.swift",
        ] {
            try repository.folder.write("", to: file)
        }
        try await repository.commit()
        return repository
    }

    @Test(arguments: [
        "Low/Sources/Low/A.swift", "Low/Package.swift", "Low/Package@swift-6.0.swift",
        "Mid/Sources/Middle/A.swift",
    ])
    func `a file of a package that is reached indirectly affects the modules that reach it`(
        file: String
    ) async throws {
        let repository = try await chain()
        try repository.folder.write("let a = 1", to: file)
        let reasons = try await reasons(of: repository)
        #expect(reasons == ["Net": .dependency("Middle"), "NetTests": .dependency("Net")])
    }

    @Test(arguments: [
        "Low/Sources/Unused/A.swift", "Low/README.md", "Mid/Tests/MiddleTests/A.swift",
    ])
    func `a file of another package that no product contains affects no module`(
        file: String
    ) async throws {
        let repository = try await chain()
        try repository.folder.write("let a = 1", to: file)
        #expect(try await reasons(of: repository) == [:])
    }

    @Test func `other traits of a package affect the modules that use it`() async throws {
        let repository = try await chain()
        let description = try repository.folder.text("App/dump.json")
        let traits = #""identity": "mid", "traits": [{"name": "New"}]"#
        let changed = description.replacing(#""identity": "mid""#, with: traits)
        try repository.folder.write(changed, to: "App/dump.json")
        let reasons = try await reasons(of: repository)
        #expect(reasons == ["Net": .otherPackages(["mid"]), "NetTests": .dependency("Net")])
    }

    @Test func `another user of a package does not affect its modules`() async throws {
        let repository = try await DescribedRepository()
        try repository.describe("Packages/New", targets: ["New": []], uses: ["Packages/Low"])
        let path = "Packages/New/dump.json"
        let traits = #""identity": "low", "traits": [{"name": "default"}]"#
        let description = try repository.folder.text(path)
        try repository.write(description.replacing(#""identity": "low""#, with: traits), to: path)
        let packages = try await repository.load()
        let others = packages.checkedPackages.filter { $0.name != "New" }
        let old = Dictionary(uniqueKeysWithValues: others.map { (packages.folder(of: $0), $0) })
        let impact = Impact.search(packages, since: old, files: ["Packages/New/Package.swift"])
        #expect(impact.entries.map(\.module.name) == ["New"])
    }

    @Test func `the place of a copy of the repository does not affect any module`() async throws {
        func load() async throws -> PackageSet {
            let repository = try await DescribedRepository()
            let path = "Packages/Deep/New/dump.json"
            try repository.describe(
                "Packages/Deep/New",
                targets: ["New": []],
                uses: ["Packages/Low"]
            )
            let place = repository.folder.path("Packages/Low")
            let description = try repository.folder.text(path)
                .replacing("{root}/../../../Packages/Low", with: place)
            #expect(description.contains(place))
            try repository.write(description, to: path)
            return try await repository.load()
        }
        let packages = try await load()
        let other = try await load()
        let old = other.checkedPackages.map { (other.folder(of: $0), $0) }
        let impact = Impact.search(
            packages,
            since: Dictionary(uniqueKeysWithValues: old),
            files: ["Packages/Deep/New/README.md"]
        )
        #expect(impact.entries == [])
    }

    @Test func `each file of a package that cannot be read affects the package`() async throws {
        let repository = try await chain()
        try repository.folder.write("not JSON", to: "Low/dump.json")
        let package = try await PackageSet.load(repository.root.path)
        #expect(package.unreadablePackages.count == 1)
        try await repository.commit()
        try repository.folder.write("", to: "Low/README.md")
        let reasons = try await reasons(of: repository)
        #expect(reasons == ["Net": .dependency("Middle"), "NetTests": .dependency("Net")])
    }

    @Test func `mustNotReach follows chains through other packages`() async throws {
        let repository = try await chain()
        let package = try await PackageSet.load(repository.root.path)
        let rules = """
            {"rules": [{"from": "module:NetTests", "mustNotReach": "module:Low"}]}
            """
        let report = BoundaryReport.checking(
            package,
            rules: try LayerRules(json: Data(rules.utf8)),
            sources: [:]
        )
        let violation = try #require(report.violations.first { $0.rule == .forbiddenReach })
        #expect(violation.chain == ["NetTests", "Net", "Middle", "Low"])
    }

    // MARK: - Packages with versions

    /// `Home` uses the package swift-log, whose name it spells in another way, and `Net` uses
    /// swift-nio.
    private func pinned() async throws -> SampleRepository {
        let repository = try await SampleRepository()
        try repository.write(
            SampleRepository.targets,
            products: [
                "Home": #"{"product": ["Logging", "Swift-Log", null, null]}"#,
                "Net": #"{"product": ["NIO", "swift-nio", null, null]}"#,
            ],
            packages: ["swift-log": "/nowhere/swift-log", "swift-nio": "/nowhere/swift-nio"]
        )
        try pin(["swift-log": "1.0.0", "swift-nio": "2.0.0"], in: repository)
        try repository.folder.write(".build", to: ".gitignore")
        try await repository.commit()
        return repository
    }

    private func pin(_ versions: [String: String], in repository: SampleRepository) throws {
        let pins = versions.sorted { $0.key < $1.key }.map { identity, version in
            #"{"identity": "\#(identity)", "state": {"version": "\#(version)"}}"#
        }
        try repository.folder.write(
            #"{"originHash": "\#(versions.hashValue)", "pins": [\#(pins.joined(separator: ", "))]}"#,
            to: "Package.resolved"
        )
    }

    private static let usersOfHome = ["Home", "HomeTests", "App"]

    @Test
    func `another version of a package affects the modules that use it, with that reason`()
        async throws
    {
        let repository = try await pinned()
        let checkout = ".build/checkouts/swift-nio/Package.swift"
        try repository.folder.write("no dependencies", to: checkout)
        try pin(["swift-log": "1.1.0", "swift-nio": "2.0.0"], in: repository)
        let reasons = try await reasons(of: repository)
        #expect(Set(reasons.keys) == Set(Self.usersOfHome))
        #expect(reasons["Home"] == .otherPackages(["swift-log"]))
        #expect(reasons["App"] == .dependency("Home"))
    }

    @Test(arguments: ["url: \"https://example.com/Swift-Log.git\"", nil])
    func `another version affects packages that use it or have an unknown manifest`(
        manifest: String?
    ) async throws {
        let repository = try await pinned()
        if let manifest {
            try repository.folder.write(manifest, to: ".build/checkouts/swift-nio/Package.swift")
        }
        try pin(["swift-log": "1.1.0", "swift-nio": "2.0.0"], in: repository)
        let reasons = try await reasons(of: repository)
        #expect(reasons["Net"] == .otherPackages(["swift-log"]))
        #expect(reasons["NetTests"] == .dependency("Net"))
    }

    @Test func `rewriting Package.resolved with the same versions affects no module`() async throws
    {
        let repository = try await pinned()
        try pin(["swift-nio": "2.0.0", "swift-log": "1.0.0"], in: repository)
        try repository.folder.write(
            try repository.folder.text("Package.resolved") + "\n",
            to: "Package.resolved"
        )
        #expect(try await reasons(of: repository) == [:])
    }

    @Test func `another requirement for a package affects only the modules that can use it`()
        async throws
    {
        let repository = try await pinned()
        try repository.folder.write("", to: ".build/checkouts/swift-nio/Package.swift")
        let description = try repository.folder.text("dump.json")
        let changed = description.replacing("/nowhere/swift-log", with: "/nowhere/else/swift-log")
        try repository.folder.write(changed, to: "dump.json")
        let reasons = try await reasons(of: repository)
        #expect(Set(reasons.keys) == Set(Self.usersOfHome))
        #expect(reasons["Home"] == .otherPackages(["swift-log"]))
    }

    // MARK: - Meaning of a manifest

    /// SwiftPM prints sets in random order.
    @Test func `another order of traits, platforms or dependencies affects no module`() async throws
    {
        let repository = try await SampleRepository()
        func describe(_ first: String, _ second: String) throws {
            let names = #"["\#(first)", "\#(second)"]"#
            let traits = #"[{"name": "\#(first)"}, {"name": "\#(second)"}]"#
            let condition = #"{"platformNames": \#(names), "traits": \#(names)}"#
            let define = #"{"kind": {"define": {"_0": "A"}}, "condition": \#(condition)}"#
            let uses = #"{"byName": ["Core", \#(condition)]}, {"byName": ["Net", null]}"#
            try repository.folder.write(
                """
                {"name": "P", "traits": [{"name": "all", "enabledTraits": \(names)}], \
                "dependencies": [{"fileSystem": [\
                {"identity": "low", "path": "/nowhere/low", "traits": \(traits)}]}], \
                "targets": [\
                {"name": "Core", "type": "regular", "exclude": \(names), "resources": [], \
                "dependencies": [], "settings": [\(define)]}, \
                {"name": "Home", "type": "regular", "exclude": [], "resources": [], \
                "dependencies": [\(uses)]}, \
                {"name": "Net", "type": "regular", "exclude": [], "resources": [], \
                "dependencies": []}]}
                """,
                to: "dump.json"
            )
        }
        try describe("a", "b")
        try await repository.commit()
        try describe("b", "a")
        #expect(try await reasons(of: repository) == [:])
        try describe("a", "c")
        let changed = try await reasons(of: repository)
        #expect(changed["Core"] == .package)
    }
}
