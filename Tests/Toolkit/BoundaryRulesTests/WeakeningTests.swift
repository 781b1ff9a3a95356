import BoundaryRules
import PackageManifestTesting
import ProgramTesting
import SwiftSource
import Testing

/// Checks which changes to the rules, the baseline and comments are listed because they allow more.
struct WeakeningTests {
    private let layers = """
        "layers": [
          { "name": "ui", "paths": ["Sources/UI/*"], "canDependOn": ["core"], "packageAccess": false },
          { "name": "core", "paths": ["Sources/Core", "Sources/Net", "Deep/**"], "canDependOn": [], "sharedBy": ["Sources/UI/*"] },
          { "name": "mocks", "paths": ["Mocks/*"], "modules": ["Kit"], "canDependOn": "*", "testOnly": true },
          { "name": "checks", "paths": ["Checks/*"], "kinds": ["test", "executable"], "canDependOn": [] } ]
        """

    private func package(_ rules: String) throws -> Workspace {
        try Workspace(
            "Home in Sources/UI/Home\nCore in Sources/Core\nNet in Sources/Net",
            rules: "{ \(rules) }"
        )
    }

    private func changes(from old: Workspace, to new: Workspace) -> [String] {
        new.checker.weakenings(since: old.checker).map(\.message)
    }

    private func changes(from old: String, to new: String) throws -> [String] {
        changes(from: try package(old), to: try package(new))
    }

    /// Each change replaces a part of the layers.
    @Test(
        arguments: Row.table(
            #"""
            "canDependOn": ["core"] → "canDependOn": ["core"]
            "canDependOn": ["core"] → "canDependOn": ["core", "mocks"] → the layer 'ui' can depend on 'mocks'
            "canDependOn": ["core"] → "canDependOn": "*" → the layer 'ui' can depend on '*'
            "canDependOn": ["core"] → "canDependOn": []
            "canDependOn": ["core"] → "canDependOn": ["core", "subject"] → the layer 'ui' can depend on 'subject'
            "canDependOn": ["core"] → "canDependOn": ["core", "mocks"], "granted": ["mocks"] → the layer 'ui' can depend on 'mocks'
            "canDependOn": "*" → "canDependOn": ["ui"]
            "canDependOn": ["core"] → "canDependOn": ["core"], "granted": ["core"] → the layer 'ui' can depend on 'core' without an import
            "canDependOn": ["core"] → "canDependOn": ["core"], "granted": ["inherited"] → the layer 'ui' can depend on 'inherited' without an import
            "canDependOn": ["core"] → "canDependOn": ["core", "mocks"], "granted": ["inherited"] → the layer 'ui' can depend on 'mocks' → the layer 'ui' can depend on 'inherited' without an import
            , "testOnly": true →  → the layer 'mocks' is no longer testOnly
            , "packageAccess": false →  → the layer 'ui' no longer requires packageAccess: false
            , "sharedBy": ["Sources/UI/*"] →  → the layer 'core' no longer has 'Sources/UI/*'
            "sharedBy": ["Sources/UI/*"] → "sharedBy": ["Sources/UI/*", "Sources/Net"]
            "name": "ui" → "name": "screens" → the layer 'ui' was removed
            , "Sources/Net" →  → the layer 'core' no longer has 'Sources/Net' → 'Net' is in no layer instead of 'core', so it can depend on 'Home' and on 1 other module
            ["Mocks/*"] → ["Mocks/*", "Tests/*"]
            ["Mocks/*"] → ["Mocks/**"] → the layer 'mocks' no longer has 'Mocks/*'
            "Deep/**" → "Deep/*" → the layer 'core' no longer has 'Deep/**'
            ["Kit"] → [] → the layer 'mocks' no longer has 'Kit'
            ["Kit"] → ["Kit", "Extras"]
            ["Kit"] → ["Kit*"] → the layer 'mocks' no longer has 'Kit'
            ["Mocks/*"] → ["Mocks/*"], "kinds": ["test"] → the layer 'mocks' contains fewer kinds of modules
            "kinds": ["test", "executable"] → "kinds": ["executable"] → the layer 'checks' contains fewer kinds of modules
            "kinds": ["test", "executable"] → "kinds": ["executable", "test", "macro"]
            , "kinds": ["test", "executable"] → 
            """#
        )
    )
    func `lists the changes by which a layer allows more`(row: Row) throws {
        try #require(layers.contains(row[0]))
        let new = layers.replacing(row[0], with: row[1])
        #expect(try changes(from: layers, to: new) == row[2...])
    }

    @Test(
        arguments: Row.table(
            #"""
            "deny": "module:A" → "deny": ["module:A"], "reason": "it is large"
            "deny": "module:A" → "deny": "module:A", "strict": true
            "deny": "module:A" → "deny": "module:B" → a restriction was removed or changed: layer:ui cannot depend on module:A
            "mustNotReach": "module:A" → "deny": "module:A" → a restriction was removed or changed: layer:ui must not reach module:A
            "allow": [] → "deny": [] → a restriction was removed or changed: layer:ui can depend on no other module
            "deny": "module:A", "strict": true → "deny": "module:A" → a restriction was removed or changed: layer:ui cannot depend on module:A
            """#
        )
    )
    func `lists the restrictions that were removed or changed`(row: Row) throws {
        func rules(_ selection: String) -> String {
            #"\#(layers), "rules": [{ "from": "layer:ui", \#(selection) }]"#
        }
        let found = try changes(from: rules(row[0]), to: rules(row[1]))
        #expect(found == row[2...])
    }

    @Test(
        arguments: Row.table(
            #"""
            "rules": [{ "from": "*", "deny": "module:A" }, { "from": "*", "deny": "module:B" }] → "rules": [{ "from": "*", "deny": "module:B" }] → a restriction was removed or changed: * cannot depend on module:A
            // The statements of both restrictions are the same.
            "rules": [{ "to": "module:A", "onlyFrom": "layer:ui", "strict": true }] → "rules": [{ "to": "module:A", "onlyFrom": "layer:ui" }] → a restriction was removed or changed: only layer:ui can depend on module:A
            "exceptions": [ { "module": "Net", "dependsOn": "Kit", "reason": "w" }, { "module": "Home", "dependsOn": "Net", "reason": "x" } ] → "exceptions": [ { "module": "Home", "dependsOn": "Net", "reason": "x" }, { "module": "Home", "dependsOn": "Kit", "reason": "y" }, { "module": "Core", "dependsOn": "Net", "reason": "z" } ] → a new exception lets 'Home' depend on 'Kit': y → a new exception lets 'Core' depend on 'Net': z
             → "exceptions": [{ "module": "Home", "dependsOn": "Net", "reason": "until March" }] → a new exception lets 'Home' depend on 'Net': until March
            "exceptions": [{ "module": "Home", "dependsOn": "Net", "reason": "x" }] → 
             → "severities": { "re-export": "warning" } → the severity of re-export is 'warning' instead of 'error'
             → "severities": { "unused-dependency": "error" }
            "severities": { "unused-dependency": "error" } →  → the severity of unused-dependency is 'warning' instead of 'error'
             → "severities": { "weakened-rule": "off" } → the severity of weakened-rule is 'off' instead of 'warning'
            "strict": ["re-export"] →  → re-export is no longer strict
            "strict": ["unused-dependency", "re-export", "misplaced-module", "unused-setting"] →  → misplaced-module is no longer strict → re-export is no longer strict → unused-dependency is no longer strict → unused-setting is no longer strict
             → "conditions": { "A": false } → the setting 'conditions' changed
            "conditions": { "A": false } → "conditions": { "A": true } → the setting 'conditions' changed
             → "testSuffixes": ["Tests", "Kit"] → the setting 'testSuffixes' changed
            "testSuffixes": ["Tests", "Kit"] → 
             → "container": { "class": "C", "module": "Net", "protocolSuffix": "P", "declaredIn": ["ui"] }
            "container": { "class": "C", "module": "Net", "protocolSuffix": "P", "declaredIn": ["ui", "core"] } → "container": { "class": "C", "module": "Net", "protocolSuffix": "P", "declaredIn": ["ui"] } → the setting 'container' changed
            "container": { "class": "C", "module": "Net", "protocolSuffix": "P", "declaredIn": ["ui"] } →  → the setting 'container' changed
            "tags": { "t": { "b": ["module:Y"], "a": ["module:X"], "d": ["module:X"], "c": ["module:Y"] }, "s": { "c": ["module:Z"] }, "r": { "c": ["module:Z"] }, "u": { "c": ["module:Z"] } }, "rules": [ { "from": ["t:*", "s:c"], "deny": "module:Q" }, { "from": "module:Q", "deny": "u:c" }, { "from": "module:R", "mustNotReach": "r:c" } ] → "tags": { "t": { "b": ["module:W"], "a": ["module:W"], "d": ["module:W"], "c": ["module:W"] }, "s": { "c": ["module:W"] }, "r": { "c": ["module:W"] }, "u": { "c": ["module:W"] } }, "rules": [ { "from": ["t:*", "s:c"], "deny": "module:Q" }, { "from": "module:Q", "deny": "u:c" }, { "from": "module:R", "mustNotReach": "r:c" } ] → the tag 'r:c' no longer has 'module:Z' → the tag 's:c' no longer has 'module:Z' → the tag 't:a' no longer has 'module:X' → the tag 't:b' no longer has 'module:Y' → the tag 't:c' no longer has 'module:Y' → the tag 't:d' no longer has 'module:X' → the tag 'u:c' no longer has 'module:Z'
            "tags": { "t": { "a": ["module:Home", "module:B"] } }, "rules": [{ "from": "t:a", "deny": "module:Net" }] → "tags": { "t": { "a": ["module:B"] } }, "rules": [{ "from": "t:a", "deny": "module:Net" }] → the tag 't:a' no longer has 'module:Home' → 'Home' has different tags, so it can depend on 'Net'
            "tags": { "t": { "a": ["module:B"] } }, "rules": [{ "from": "module:B", "allow": "t:a" }, { "from": "module:C", "allow": "kind:*" }] → "tags": { "t": { "a": ["module:*"] } }, "rules": [{ "from": "module:B", "allow": "t:a" }, { "from": "module:C", "allow": "kind:*" }] → the tag 't:a' no longer has 'module:B' → the tag 't:a' now has 'module:*'
            """#
        )
    )
    func `lists the changes by which a setting allows more`(row: Row) throws {
        func rules(_ settings: String) -> String {
            settings.isEmpty ? layers : "\(layers), \(settings)"
        }
        let found = try changes(from: rules(row[0]), to: rules(row[1]))
        #expect(found == row[2...])
    }

    @Test func `lists a module that moved to a layer with more allowed dependencies`() throws {
        let ui =
            #"{ "name": "first", "paths": ["Sources/UI/Home"], "canDependOn": ["core", "mocks"] },"#
        let old = try package(layers)
        let new = try package(layers.replacing(#""layers": ["#, with: #""layers": [\#(ui)"#))
        // Without a mock in the package, Home cannot depend on more modules than before.
        #expect(changes(from: old, to: new) == [])
        var mocked = new
        mocked.add("HomeMock in Mocks/HomeMock")
        #expect(
            changes(from: old, to: mocked) == [
                "'Home' is in the layer 'first' instead of 'ui', so it can depend on 'HomeMock'"
            ]
        )
    }

    @Test func `lists the removal of all rules as one change`() throws {
        let old = try package(layers)
        #expect(
            changes(from: old, to: try package("")) == ["all layers and restrictions were removed"]
        )
        #expect(changes(from: try package(""), to: old) == [])
    }

    @Test func `lists new entries of the baseline, but not removed entries`() throws {
        var old = try package(layers)
        var new = old
        let known = Baseline.Entry(rule: .reexport, module: "Home", other: "Core")
        let added = Baseline.Entry(rule: .undeclaredImport, module: "Home", other: "Net")
        let fixed = Baseline.Entry(rule: .dependencyCycle, module: "Core", other: nil)
        old.rules.baseline = Baseline([known, fixed])
        new.rules.baseline = Baseline([known, added])
        let found = new.checker.weakenings(since: old.checker)
        #expect(
            found.map(\.summary) == [
                """
                boundaries-baseline.json: warning: the baseline allows undeclared-import in 'Home' (concerning 'Net')
                note: remedy: undo the change, or explain it to the reviewer
                """
            ]
        )
        #expect(found.map(\.other) == ["baseline undeclared-import Home Net"])
    }

    @Test func `lists new comments with their places, but not comments that moved`() throws {
        var old = try package(layers)
        var new = old
        old.sources["Home"] = "import Net  // boundaries:allow it is old"
        new.sources["Home"] = "import Core\nimport Net  // boundaries:allow it is older"
        #expect(changes(from: old, to: new) == [])
        new.sources["Home"] =
            "import Net  // boundaries:allow old\nimport Core  // boundaries:allow new"
        let found = new.checker.weakenings(since: old.checker)
        #expect(found.map(\.message) == ["a new comment lets 'Home' import 'Core': new"])
        #expect(found.map(\.path) == ["Sources/UI/Home/A.swift"])
        #expect(found.map(\.location?.line) == [2])
    }

    @Test func `of several comments on one module, those in new files are new`() throws {
        var old = try package(layers)
        var new = old
        old.secondSources["Home"] = "import Net  // boundaries:allow it is old"
        new.sources["Home"] = "import Net  // boundaries:allow it is new"
        new.secondSources["Home"] = old.secondSources["Home"]
        let found = new.checker.weakenings(since: old.checker)
        #expect(found.map(\.message) == ["a new comment lets 'Home' import 'Net': it is new"])
        #expect(found.map(\.path) == ["Sources/UI/Home/A.swift"])
    }

    @Test func `lists new comments in the order of the modules and of the imports`() throws {
        let old = try package(layers)
        var new = old
        for module in ["Net", "Home", "Core"] {
            new.sources[module] = ["C", "A", "D", "B"].map {
                "import \($0)  // boundaries:allow x\n"
            }.joined()
        }
        let expected = ["Core", "Home", "Net"].flatMap { module in
            ["A", "B", "C", "D"].map { "a new comment lets '\(module)' import '\($0)': x" }
        }
        #expect(changes(from: old, to: new) == expected)
    }

    @Test func `lists a removed layer, but not its modules`() throws {
        func package(_ layer: String) throws -> Workspace {
            let ui = #"{ "name": "ui", "paths": ["Sources/UI/*"], "canDependOn": [] }"#
            return try self.package(
                "\"layers\": [\(ui), { \(layer), \"paths\": [\"Sources/Net\"] }]"
            )
        }
        let old = try package(#""name": "core", "canDependOn": []"#)
        let new = try package(#""name": "base", "canDependOn": "*""#)
        #expect(changes(from: old, to: new) == ["the layer 'core' was removed"])
    }

    @Test func `a listed change has the old severity of its rule if the new severity is lower`()
        throws
    {
        let old = try package(#"\#(layers), "severities": { "weakened-rule": "error" }"#)
        let new = try package(#"\#(layers), "severities": { "weakened-rule": "off" }"#)
        #expect(new.checker.weakenings(since: old.checker).map(\.severity) == [.error])
        #expect(new.checker.weakenings(since: new.checker) == [])
    }
}
