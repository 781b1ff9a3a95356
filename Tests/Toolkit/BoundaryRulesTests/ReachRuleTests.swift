import BoundaryRules
import PackageManifestTesting
import ProgramTesting
import Testing

/// Tests rules with `mustNotReach` and `onlyFrom`, negated selectors, and strict rules. In the
/// package, `HomeUI` uses `Home`, `Home` uses `Client`, and `Client` uses `Database`.
struct ReachRuleTests {
    private static let modules = """
        App executable: HomeUI, Client
        HomeUI: Home
        Home: Client, Core
        Client: Database, Core
        Database: SQLite
        Core
        HomeTests in Sources/HomeTests: Home
        SQLite external
        """

    private func package(_ rules: String) throws -> Workspace {
        var package = try Workspace(Self.modules, rules: rules)
        for module in package.modules where module.kind != .external {
            package.sources[module.name] = module.dependencies.map { "import \($0)\n" }.joined()
        }
        return package
    }

    private func results(_ rules: String) throws -> [Violation] {
        try package(rules).checker.results().filter { $0.suppression == nil }
    }

    // MARK: Transitive dependencies

    /// An element of `rules`, and the expected violations.
    @Test(
        arguments: Row.table(
            #"""
            "from": "module:HomeUI", "mustNotReach": "module:Database" → HomeUI > Database
            "from": "type:ui", "mustNotReach": "type:data" → HomeUI > Database
            "from": "layer:screens", "mustNotReach": "layer:storage" → HomeUI > Database
            "from": "module:HomeUI", "mustNotReach": "product:*" → HomeUI > SQLite
            "from": "path:Sources/Home*", "mustNotReach": "module:Database" → HomeUI > Database → Home > Database → HomeTests > Database
            "from": "module:Core", "mustNotReach": "*"
            "from": "module:HomeUI", "mustNotReach": "module:App"
            """#
        )
    )
    func `reports forbidden transitive dependencies of modules selected by layer, tag and name`(
        row: Row
    ) throws {
        let found = try results(
            """
            { "layers": [
                { "name": "screens", "modules": ["HomeUI"], "canDependOn": "*" },
                { "name": "storage", "modules": ["Database"], "canDependOn": "*" },
                { "name": "others", "paths": ["Sources/*"], "canDependOn": "*" } ],
              "tags": { "type": { "ui": ["module:*UI"], "data": ["module:Database"] } },
              "rules": [{ \(row[0]) }] }
            """
        )
        #expect(found.filter { $0.rule != .forbiddenReach } == [])
        #expect(found.map { "\($0.module) > \($0.other ?? "")" } == row[1...])
    }

    @Test
    func `reports the shortest chain, the reason and the place in the manifest`() throws {
        let rule =
            #"{ "from": "module:App", "mustNotReach": "module:Database", "reason": "it runs offline" }"#
        let found = try results("{ \"rules\": [\(rule)] }")
        #expect(
            found.map(\.text) == [
                """
                Package.swift:1:13: error: 'App' reaches 'Database', which module:App must not reach: App → Client → Database
                note: rule: forbidden-reach: module:App must not reach module:Database
                note: reason: it runs offline
                note: remedy: remove the dependency of 'App' on 'Client', or another dependency in this chain
                """
            ]
        )
        #expect(found.first?.chain == ["App", "Client", "Database"])
    }

    @Test func `a forbidden direct dependency is reported at its import`() throws {
        let found = try results(
            #"{ "rules": [{ "from": "module:Client", "mustNotReach": "module:Database" }] }"#
        )
        #expect(found.map(\.rule) == [.forbiddenDependency])
        #expect(found.map(\.path) == ["Sources/Client/A.swift"])
        #expect(found.map(\.statement) == ["module:Client must not reach module:Database"])
    }

    @Test func `does not report modules that are reached only through a reported module`() throws {
        let found = try results(
            """
            { "rules": [
                { "from": "module:HomeUI", "mustNotReach": ["module:Client", "product:*"] } ] }
            """
        )
        #expect(found.map(\.other) == ["Client"])
    }

    @Test func `a chain can contain undeclared imports, and end at a module of the toolchain`()
        throws
    {
        var package = try package(
            #"{ "rules": [{ "from": "module:HomeUI", "mustNotReach": "module:UIKit" }] }"#
        )
        package.sources["Core"] = "import UIKit"
        let found = package.results(.forbiddenReach)
        #expect(found.map(\.chain) == [["HomeUI", "Home", "Core", "UIKit"]])
    }

    @Test func `an exception allows a forbidden chain, and is reported if there is no such chain`()
        throws
    {
        let rules = """
            { "rules": [{ "from": "module:Home*", "mustNotReach": "module:Database" }],
              "exceptions": [
                { "module": "HomeUI", "dependsOn": "Database", "reason": "until March" },
                { "module": "Core", "dependsOn": "Database", "reason": "until May" } ] }
            """
        let found = try results(rules)
        let reached = found.filter { $0.rule == .forbiddenReach }
        let unused = found.filter { $0.rule == .unusedSetting }
        #expect(reached.map(\.module) == ["Home", "HomeTests"])
        #expect(unused.map(\.module) == ["Core"])
        #expect(
            unused.first?.message
                == "'Core' breaks no rule by depending on 'Database'"
        )
        #expect(unused.first?.remedy == "remove the exception")
    }

    @Test func `a check during a build follows only declared dependencies`() throws {
        var package = try package(
            """
            { "rules": [
                { "from": "module:HomeUI", "mustNotReach": ["module:SQLite", "module:UIKit"] } ] }
            """
        )
        package.sources["Core"] = "import UIKit"
        package.knowsEveryDependency = false
        #expect(package.violations("HomeUI").map(\.other) == ["SQLite"])
    }

    // MARK: Negated selectors

    @Test(
        arguments: Row.table(
            #"""
            "from": "!module:Client", "deny": "module:Core" → Home
            "from": ["*", "!module:Client"], "deny": "module:Core" → Home
            "from": "!type:data", "deny": "module:Database" → Client
            "from": ["path:Sources/Home*", "!kind:test"], "deny": "module:Home" → HomeUI
            "from": "module:HomeUI", "allow": "!module:Home" → HomeUI
            "from": "module:HomeUI", "allow": "!module:Core"
            "from": "module:Home", "deny": ["!module:Core", "!module:Client"]
            "from": "module:Database", "deny": "!module:Core" → Database
            "from": "module:Database", "deny": "!product:*"
            "to": "module:Core", "onlyFrom": "!module:Home" → Home
            "to": ["module:Core", "module:Client", "!module:Client"], "onlyFrom": [] → Home → Client
            "from": "type:rest", "deny": "module:Home" → HomeTests
            """#
        )
    )
    func `a negated selector excludes modules from the other selectors or from all modules`(
        row: Row
    ) throws {
        let found = try results(
            """
            { "tags": { "type": { "data": ["module:Database"], "rest": ["!module:HomeUI"] } },
              "rules": [{ \(row[0]) }] }
            """
        )
        #expect(found.filter { $0.rule != .forbiddenDependency } == [])
        #expect(found.map(\.module) == row[1...])
    }

    @Test func `the statement of a violation includes negated selectors`() throws {
        let found = try results(
            #"{ "rules": [{ "from": ["*", "!module:App"], "deny": "!module:Core", "reason": "x" }] }"#
        )
        let statement = "* except module:App cannot depend on every module except module:Core"
        #expect(found.first?.statement == statement)
    }

    // MARK: Reserved modules

    @Test func `only listed modules can depend on a reserved module`() throws {
        let found = try results(
            """
            { "rules": [
                { "to": "product:SQLite", "onlyFrom": "module:Client", "reason": "one file format" },
                { "to": "product:*", "onlyFrom": "module:Core" },
                { "to": "module:Core", "onlyFrom": ["module:Client", "module:Home"] } ] }
            """
        )
        #expect(
            found.map(\.text) == [
                """
                Sources/Database/A.swift:1:8: error: 'Database' depends on 'SQLite', which only module:Client can depend on
                note: rule: forbidden-dependency: only module:Client can depend on product:SQLite
                note: reason: one file format
                note: chain: Database → SQLite
                note: remedy: remove the code that uses it
                """
            ]
        )
    }

    @Test func `a module of the toolchain can be reserved`() throws {
        var package = try package(
            #"{ "rules": [{ "to": "module:Network", "onlyFrom": "module:Client" }] }"#
        )
        package.change("Core") { $0.dependencies = [] }
        #expect(package.violations("Core", "import Network").map(\.rule) == [.forbiddenDependency])
        let client = package.violations("Client", "import Network\nimport Core\nimport Database")
        #expect(client == [])
    }

    // MARK: Strict rules

    /// Settings in which `RULE` stands for a restriction, and whether the restriction is strict.
    @Test(
        arguments: Row.table(
            #"""
            "strict": true, "rules": [{ RULE }] → strict
            "strict": ["forbidden-dependency"], "rules": [{ RULE }] → strict
            "strict": ["re-export"], "rules": [{ RULE }] → not strict
            "rules": [{ RULE, "strict": true }] → strict
            "rules": [{ RULE, "strict": false }] → not strict
            """#
        )
    )
    func `neither a comment nor the baseline suppresses a violation of a strict rule`(
        row: Row
    ) throws {
        let rules = row[0].replacing("RULE", with: #""from": "module:Home", "deny": "module:Core""#)
        let isStrict = row[1] == "strict"
        var package = try package("{ \(rules) }")
        let text = "import Client\nimport Core"
        let entries = package.violations("Home", text).map(\.identity)
        let commented = package.violations("Home", "\(text)  // boundaries:allow it is old")
        package.rules.baseline = Baseline(entries)
        let known = package.violations("Home", text)
        let expected: [Rule] = isStrict ? [.forbiddenDependency] : []
        #expect(commented.map(\.rule) == expected)
        #expect(known.map(\.rule) == expected)
        if isStrict {
            let note = "\nnote: strict: neither a comment nor the baseline can allow this\n"
            let violation = try #require(known.first)
            #expect(violation.text.contains(note))
            let stale = package.results(.staleBaseline)
            let message =
                "the baseline allows forbidden-dependency in 'Home' (concerning 'Core'), "
                + "but the rule is strict"
            #expect(stale.map(\.message).contains(message))
        }
    }

    @Test func `an exception in the rules file allows a violation of a strict rule`() throws {
        let found = try results(
            """
            { "rules": [{ "from": "module:Home", "deny": "module:Core", "strict": true }],
              "exceptions": [{ "module": "Home", "dependsOn": "Core", "reason": "a review allowed it" }] }
            """
        )
        #expect(found == [])
    }
}
