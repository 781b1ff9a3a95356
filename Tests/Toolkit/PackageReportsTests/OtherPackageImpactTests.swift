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
    // MARK: - Packages on this machine

    /// `Net` of the package App uses Mid, and `Middle` of the package Mid uses Low.
    private func chain() async throws -> DescribedRepository {
        let repository = try await DescribedRepository.app(in: "App")
        let app = DescribedRepository.appTargets.replacing(
            "Net\nNetTests",
            with: "Net: Mid@mid\nNetTests"
        )
        try repository.describe(app, in: "App", packages: ["mid": "Mid"])
        try repository.describe(
            "Middle: Low\nMiddleTests: Middle",
            in: "Mid",
            products: "Mid: Middle",
            packages: ["low": "Low"]
        )
        try repository.describe("Low\nUnused", in: "Low", products: "Low: Low")
        try await repository.commit()
        return repository
    }

    private static let usersOfMiddle: [String: Impact.Reason] = [
        "Net": .dependency("Middle"), "NetTests": .dependency("Net"),
    ]

    @Test(
        arguments: Row.table(
            """
            Low/Sources/Low/Low.swift → true
            Low/Package.swift → true
            Low/Package@swift-6.0.swift → true
            Mid/Sources/Middle/Middle.swift → true
            Mid/Package.swift → true
            Low/Sources/Unused/Unused.swift → false
            Low/README.md → false
            Mid/Tests/MiddleTests/MiddleTests.swift → false
            """
        )
    )
    func `only files that a product depends on affect the modules that use it`(
        row: Row
    ) async throws {
        let repository = try await chain()
        try repository.write("let a = 2", to: row[0])
        let reasons = try await repository.impact(in: "App").reasons
        #expect(reasons == (row[1] == "true" ? Self.usersOfMiddle : [:]))
    }

    @Test func `other traits of a package affect the modules that use it`() async throws {
        let repository = try await chain()
        let traits = #""identity": "mid", "traits": [{"name": "New"}]"#
        try repository.edit("App/dump.json", replacing: #""identity": "mid""#, with: traits)
        let reasons = try await repository.impact(in: "App").reasons
        #expect(reasons == ["Net": .otherPackages(["mid"]), "NetTests": .dependency("Net")])
    }

    @Test func `another user of a package does not affect its modules`() async throws {
        let repository = try await DescribedRepository.withThreePackages()
        let old = try await repository.loadAll()
        try repository.describe("New", in: "Packages/New", packages: ["low": "Packages/Low"])
        let traits = #""identity": "low", "traits": [{"name": "default"}]"#
        try repository.edit(
            "Packages/New/dump.json",
            replacing: #""identity": "low""#,
            with: traits
        )
        let impact = try await repository.loadAll()
            .impact(of: ["Packages/New/Package.swift"], since: old)
        #expect(impact.modules == ["New"])
    }

    @Test func `the place of a copy of the repository does not affect any module`() async throws {
        func load() async throws -> PackageSet {
            let repository = try await DescribedRepository.withThreePackages()
            let place = repository.folder.path("Packages/Low")
            try repository.describe("New", in: "Packages/Deep/New", packages: ["low": place])
            return try await repository.loadAll()
        }
        let other = try await load()
        let impact = try await load().impact(of: ["Packages/Deep/New/README.md"], since: other)
        #expect(impact.modules == [])
    }

    @Test func `each file of a package that cannot be read affects the package`() async throws {
        let repository = try await chain()
        try repository.write("not JSON", to: "Low/dump.json")
        let package = try await PackageSet.load(repository.folder.path("App"))
        #expect(package.unreadablePackages.count == 1)
        try await repository.commit()
        try repository.write("", to: "Low/README.md")
        #expect(try await repository.impact(in: "App").reasons == Self.usersOfMiddle)
    }

    @Test func `mustNotReach follows chains through other packages`() async throws {
        let repository = try await chain()
        let rules = #"{"rules": [{"from": "module:NetTests", "mustNotReach": "module:Low"}]}"#
        let report = try await repository.report(LayerRules(rules), in: "App")
        let violation = try #require(report.violations.first { $0.rule == .forbiddenReach })
        #expect(violation.chain == ["NetTests", "Net", "Middle", "Low"])
    }

    // MARK: - Packages with versions

    /// `Home` uses the package swift-log, whose name it spells in another way, and `Net` uses
    /// swift-nio.
    private func pinned() async throws -> DescribedRepository {
        let repository = try await DescribedRepository.app()
        let app = DescribedRepository.appTargets
            .replacing("Home: Core", with: "Home: Core, Logging@Swift-Log")
            .replacing("Net\nNetTests", with: "Net: NIO@swift-nio\nNetTests")
        try repository.describe(
            app,
            packages: ["swift-log": "/nowhere/swift-log", "swift-nio": "/nowhere/swift-nio"]
        )
        try pin(["swift-log": "1.0.0", "swift-nio": "2.0.0"], in: repository)
        try repository.write(".build", to: ".gitignore")
        try await repository.commit()
        return repository
    }

    /// Writes `Package.resolved` with the versions in the given order.
    private func pin(
        _ versions: KeyValuePairs<String, String>,
        in repository: DescribedRepository
    ) throws {
        let pins = versions.map { identity, version in
            #"{"identity": "\#(identity)", "state": {"version": "\#(version)"}}"#
        }
        let list = pins.joined(separator: ", ")
        try repository.write(
            #"{"originHash": "\#(versions[0].key)", "pins": [\#(list)]}"#,
            to: "Package.resolved"
        )
    }

    private static let usersOfLog: [String: Impact.Reason] = [
        "Home": .otherPackages(["swift-log"]), "HomeTests": .dependency("Home"),
        "App": .dependency("Home"),
    ]

    @Test(arguments: [
        ("no dependencies", [:]),
        ("url: \"https://example.com/Swift-Log.git\"", usersOfNIO),
        (nil, usersOfNIO),
    ])
    func `another version affects the users of the package, and packages with an unknown manifest`(
        manifest: String?,
        others: [String: Impact.Reason]
    ) async throws {
        let repository = try await pinned()
        if let manifest {
            try repository.write(manifest, to: ".build/checkouts/swift-nio/Package.swift")
        }
        try pin(["swift-log": "1.1.0", "swift-nio": "2.0.0"], in: repository)
        let expected = Self.usersOfLog.merging(others) { $1 }
        #expect(try await repository.impact().reasons == expected)
    }

    private static let usersOfNIO: [String: Impact.Reason] = [
        "Net": .otherPackages(["swift-log"]), "NetTests": .dependency("Net"),
    ]

    @Test func `rewriting Package.resolved with the same versions affects no module`() async throws
    {
        let repository = try await pinned()
        try pin(["swift-nio": "2.0.0", "swift-log": "1.0.0"], in: repository)
        #expect(try await repository.impact().reasons == [:])
    }

    @Test func `another requirement for a package affects only the modules that can use it`()
        async throws
    {
        let repository = try await pinned()
        try repository.write("", to: ".build/checkouts/swift-nio/Package.swift")
        try repository.edit(
            "dump.json",
            replacing: "/nowhere/swift-log",
            with: "/nowhere/else/swift-log"
        )
        #expect(try await repository.impact().reasons == Self.usersOfLog)
    }

    // MARK: - Meaning of a manifest

    /// SwiftPM prints sets in random order.
    @Test func `another order of traits, platforms or exclusions affects no module`() async throws {
        let repository = try await DescribedRepository.app()
        func describe(_ first: String, _ second: String) throws {
            let names = #"["\#(first)", "\#(second)"]"#
            let traits = #"[{"name": "\#(first)"}, {"name": "\#(second)"}]"#
            let condition = #"{"platformNames": \#(names), "traits": \#(names)}"#
            let define = #"{"kind": {"define": {"_0": "A"}}, "condition": \#(condition)}"#
            let uses = #"{"byName": ["Core", \#(condition)]}, {"byName": ["Net", null]}"#
            try repository.describe(
                "Core\nHome\nNet",
                packages: ["low": "/nowhere/low"],
                values: [
                    "Core": ["exclude": names, "settings": "[\(define)]"],
                    "Home": ["dependencies": "[\(uses)]"],
                ]
            )
            let low = #""path": "/nowhere/low""#
            try repository.edit(
                "dump.json",
                replacing: low,
                with: #"\#(low), "traits": \#(traits)"#
            )
            let all = #""traits": [{"name": "all", "enabledTraits": \#(names)}], "settings""#
            try repository.edit("dump.json", replacing: #""settings": {}"#, with: "\(all): {}")
        }
        try describe("a", "b")
        try await repository.commit()
        try describe("b", "a")
        #expect(try await repository.impact().reasons == [:])
        try describe("a", "c")
        #expect(try await repository.impact().reasons["Core"] == .package)
    }
}
