import BoundaryRules
import Foundation
import SwiftSource
import Testing

struct RulesFileTests {
    private let layers = """
        {
          "documentation": "ARCHITECTURE.md",
          "layers": [
            { "name": "UI", "paths": ["Sources/*UI"], "canDependOn": ["Model"], "reason": "screens know no network" },
            { "name": "Network", "modules": ["Network", "Alamofire"], "canDependOn": ["Network", "Model"] },
            { "name": "Model", "paths": ["Sources/Model"], "canDependOn": [] },
            { "name": "Tests", "paths": ["Tests/**"], "canDependOn": "*" }
          ],
          "exceptions": [ { "module": "OldUI", "dependsOn": "Network", "reason": "moves in March" } ]
        }
        """

    private var package: Workspace {
        get throws {
            var package = Workspace()
            package.modules = ["HomeUI", "OldUI", "Network", "Model"].map { name in
                Module(
                    name,
                    in: "Sources/\(name)",
                    uses: name == "Model"
                        ? [] : name == "Network" ? ["Model"] : ["Network", "Model"]
                )
            }
            package.modules.append(
                Module("HomeUITests", .test, in: "Tests/HomeUITests")
            )
            package.sources = [:]
            package.rules = try LayerRules(layers)
            return package
        }
    }

    @Test func `the layers of a rules file apply to the modules of its package`() throws {
        let package = try package
        let violation = try #require(
            package.violations("HomeUI", "import Network\nimport Model").first
        )
        #expect(
            violation.message
                == "'HomeUI' depends on 'Network', which only Network, Tests can depend on"
        )
        #expect(violation.statement == "UI can depend on Model (ARCHITECTURE.md)")
        #expect(violation.reason == "screens know no network")
        #expect(package.violations("Network", "import Model") == [])
    }

    @Test func `a module of another package can belong to a layer`() throws {
        let found = try package.violations("HomeUI", "import Model\nimport Alamofire").map(
            \.message
        )
        #expect(
            found.contains("'HomeUI' imports 'Alamofire', which only Network, Tests can depend on")
        )
        #expect(try package.violations("Network", "import Model\nimport Alamofire") == [])
    }

    @Test func `warns about a path or a name in a layer that matches no module`() throws {
        var package = try package
        #expect(package.checker.violationsOfPackage().map(\.other) == ["Alamofire"])
        package.sources["Network"] = "import Alamofire"
        #expect(package.checker.violationsOfPackage() == [])
        // The path of the layer `Tests` has a wildcard, so it is not reported if it matches
        // nothing.
        package.modules.removeAll { ["HomeUITests", "Model"].contains($0.name) }
        let found = package.checker.violationsOfPackage().filter { $0.rule == .unusedSetting }
        #expect(found.map(\.message) == ["'Sources/Model' in 'layers[2].paths' matches no module"])
        #expect(found.map(\.place) == ["boundaries.json:6:33"])
        #expect(found.allSatisfy { $0.rule.severity == .warning })
    }

    @Test func `names the path or module that a misspelled part of a layer resembles`() throws {
        var package = try package
        package.rules = try LayerRules(
            """
            { "layers": [
              { "name": "a", "paths": ["Sources/Modle"], "modules": ["Netwrk"], "canDependOn": "*" },
              { "name": "b", "paths": ["Elsewhere"], "canDependOn": "*" }
            ] }
            """
        )
        let found = package.checker.violationsOfPackage().filter { $0.rule == .unusedSetting }
        #expect(
            found.map(\.remedy) == [
                "did you mean 'Sources/Model'? Otherwise, correct or remove it",
                "did you mean 'Network'? Otherwise, correct or remove it",
                "correct or remove it",
            ]
        )
    }

    /// A selector, and the selector that it resembles.
    @Test(arguments: [
        ("module:Netwok", "module:Network"), ("!module:Netwok", "!module:Network"),
        ("path:Sourcs/*UI", "path:Sources/OldUI"), ("path:Sources/Modell", "path:Sources/Model"),
        ("product:Alamofir", "product:Alamofire"), ("product:Zip*", nil),
    ])
    func `warns about a selector that matches no module`(
        selector: String,
        nearest: String?
    ) throws {
        var package = try package
        package.modules.append(Module("Alamofire", .external, in: ""))
        package.rules = try LayerRules(
            """
            { "rules": [ { "from": "\(selector)", "deny": "*" } ] }
            """
        )
        let found = package.checker.violationsOfPackage()
        #expect(found.map(\.rule) == [.unusedSetting])
        let message = try #require(found.first?.message)
        #expect(message == "'\(selector)' in 'rules[0].from' matches no module")
        let remedy = nearest.map { "did you mean '\($0)'? Otherwise, correct or remove it" }
        #expect(found.first?.remedy == remedy ?? "correct or remove it")
    }

    @Test func `warns about the name of a test that does not exist`() throws {
        var package = try package
        package.rules = try LayerRules(#"{ "wholePackageTests": ["Model", "Modell"] }"#)
        let found = package.checker.violationsOfPackage()
        #expect(found.map(\.message) == ["'Modell' in 'wholePackageTests' matches no module"])
        #expect(found.map(\.rule) == [.unusedSetting])
        #expect(found.first?.remedy.hasPrefix("did you mean 'Model'?") == true)
    }

    @Test(arguments: [
        "module:Model", "module:UIKit", "module:Imported", "module:*", "product:*", "path:**",
        "path:Sources/*", "kind:macro", "layer:empty", "!module:Net*", "*", "module:zip-kit",
        "module:zip_kit", "product:zip-kit", "product:Zips",
    ])
    func `does not warn about a selector that matches a module or need not match any`(
        selector: String
    ) throws {
        var package = try package
        var zip = Module("zip-kit", .external, in: "")
        zip.products = ["Zips"]
        package.modules.append(zip)
        package.sources["Model"] = "import Imported"
        package.rules = try LayerRules(
            """
            { "layers": [{ "name": "empty", "kinds": ["clang"], "canDependOn": [] }],
              "rules": [ { "to": "\(selector)", "onlyFrom": "*" } ] }
            """
        )
        #expect(package.checker.violationsOfPackage() == [])
    }

    @Test(arguments: [
        "Android", "AppKit", "Bionic", "CRT", "Combine", "CoreFoundation", "CoreGraphics",
        "CryptoKit", "Cxx", "CxxStdlib", "Darwin", "Dispatch", "Distributed", "Foundation",
        "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
        "FoundationXML", "Glibc", "Musl", "Network", "ObjectiveC", "Observation",
        "PackageDescription", "PackagePlugin", "RegexBuilder", "Security", "Swift", "SwiftUI",
        "Synchronization", "Testing", "UIKit", "WASILibc", "WinSDK", "XCTest", "_Concurrency",
        "_Differentiation", "_StringProcessing", "os", "ucrt",
    ])
    func `a selector can name a module of the toolchain`(name: String) throws {
        var package = try package
        package.rules = try LayerRules(
            """
            { "rules": [ { "to": "module:\(name)", "onlyFrom": "*" } ] }
            """
        )
        #expect(package.checker.violationsOfPackage() == [])
    }

    @Test func `warns about tags without modules`() throws {
        var package = try package
        package.rules = try LayerRules(
            """
            { "tags": {
                "type": {
                  "ui": ["path:Sources/*UI", "path:Source/*View"],
                  "none": ["module:Model", "!module:Model"] },
                "scope": {
                  "c": ["module:Model", "!module:Model"], "a": ["module:Model", "!module:Model"],
                  "d": ["module:Model", "!module:Model"], "b": ["module:Model", "!module:Model"] },
                "team": { "x": ["module:Model", "!module:Model"] },
                "area": { "x": ["module:Model", "!module:Model"] } } }
            """
        )
        let found = package.checker.violationsOfPackage()
        #expect(
            found.map(\.message) == [
                "'area:x' in 'tags.area.x' matches no module",
                "'scope:a' in 'tags.scope.a' matches no module",
                "'scope:b' in 'tags.scope.b' matches no module",
                "'scope:c' in 'tags.scope.c' matches no module",
                "'scope:d' in 'tags.scope.d' matches no module",
                "'team:x' in 'tags.team.x' matches no module",
                "'type:none' in 'tags.type.none' matches no module",
                "'path:Source/*View' in 'tags.type.ui' matches no module",
            ]
        )
    }

    @Test func `an exception allows one dependency`() throws {
        #expect(try package.violations("OldUI", "import Network\nimport Model") == [])
    }

    @Test func `warns about an exception that is not needed`() throws {
        var package = try package
        package.sources["Network"] = "import Alamofire"
        package.change("OldUI") { $0.dependencies = ["Model"] }
        let unused = package.checker.violationsOfPackage()
        #expect(unused.map(\.rule) == [.unusedSetting])
        #expect(unused.map(\.message) == ["'OldUI' breaks no rule by depending on 'Network'"])
        #expect(unused.map(\.place) == ["boundaries.json:9:19"])
        package.sources["OldUI"] = "import Network"
        #expect(package.checker.violationsOfPackage() == [])
        package.rules.exceptions = [
            .init(module: "HomeUI", dependsOn: "Model", reason: "x"),
            .init(module: "Gone", dependsOn: "Model", reason: "x"),
        ]
        #expect(
            package.checker.violationsOfPackage().map(\.message) == [
                "'HomeUI' breaks no rule by depending on 'Model'",
                "'Gone' breaks no rule by depending on 'Model'",
            ]
        )
        let remedies = Set(package.checker.violationsOfPackage().map(\.remedy))
        #expect(remedies == ["remove the exception"])
    }

    @Test func `the remedy names a protocol to use even if the rules name no container`() throws {
        var package = try package
        package.sources["Model"] = "public protocol Loading {}"
        package.sources["Network"] = "import Model\npublic struct Client: Loading {}"
        let found = package.violations("HomeUI", "import Network\nimport Model")
        #expect(found.map(\.remedy) == ["import 'Model' and accept 'any Loading' in init"])
    }

    @Test func `only a granted dependency can be declared without an import`() throws {
        var package = try package
        let model = #""canDependOn": ["Model"]"#
        package.rules = try LayerRules(
            layers.replacing(model, with: #""canDependOn": [], "granted": ["Model"]"#)
        )
        package.change("HomeUI") { $0.dependencies = ["Model"] }
        #expect(package.violations("HomeUI", "import Foundation") == [])
        #expect(package.violations("HomeUI", "import Model") == [])
        #expect(
            package.violations("Network", "import Foundation").map(\.rule) == [.unusedDependency]
        )
    }

    /// `HomeUI` depends on `Network` and `Model`, and `Network` depends on `Model`.
    @Test(arguments: [
        (granted: #"["inherited"]"#, source: "import Network", unused: []),
        (granted: #"["inherited"]"#, source: "import Model", unused: ["Network"]),
        (granted: "[]", source: "import Network", unused: ["Model"]),
    ])
    func `a layer can grant the dependencies of other dependencies`(
        granted: String,
        source: String,
        unused: [String]
    ) throws {
        var package = try package
        let dependencies = #""canDependOn": ["Network", "Model"], "granted": \#(granted)"#
        package.rules = try LayerRules(
            layers.replacing(#""canDependOn": ["Model"]"#, with: dependencies)
        )
        let found = package.violations("HomeUI", source)
        #expect(found.map(\.rule) == unused.map { _ in .unusedDependency })
        #expect(found.map(\.other) == unused)
    }

    @Test
    func `without layers, all declared dependencies and re-exports are allowed`() throws {
        var package = try package
        package.rules = .none
        #expect(package.violations("HomeUI", "@_exported import Network\nimport Model") == [])
        #expect(package.violations("Model", "import HomeUI").map(\.rule) == [.undeclaredImport])
    }

    @Test func `a product can provide other modules of its package`() {
        var package = Workspace()
        package.rules = .none
        package.modules = [
            Module(name: "Logging", kind: .external, folder: "", package: "swift-log"),
            Module(name: "LoggingTools", kind: .external, folder: "", package: "swift-log"),
            Module("A", in: "Sources/A", uses: ["LoggingTools"]),
            Module("B", in: "Sources/B", uses: ["A"]),
        ]
        #expect(package.violations("A", "import Logging\nimport LoggingTools") == [])
        #expect(
            package.violations("B", "import A\nimport Logging").map(\.rule) == [.undeclaredImport]
        )
    }

    /// `A` uses the product `NIO` of swift-nio, whose modules are not known, and `C` uses another
    /// package.
    @Test(arguments: [
        (module: "B", imported: "NIOCore", isReported: true),
        (module: "C", imported: "NIOCore", isReported: true),
        (module: "C", imported: "NIOUnknown", isReported: false),
        (module: "C", imported: "Metal", isReported: false),
        (module: "B", imported: "SwiftUI", isReported: false),
        (module: "A", imported: "NIOCore", isReported: false),
    ])
    func `warns about a module of a package of which the target declares no product`(
        module: String,
        imported: String,
        isReported: Bool
    ) {
        for (product, package) in [("NIO", "swift-nio"), ("Posix", "swift-nio"), ("NIO", "x")] {
            var workspace = Workspace()
            workspace.rules = .none
            workspace.modules = [
                Module(name: product, kind: .external, folder: "", package: package),
                Module(name: "Vapor", kind: .external, folder: "", package: "vapor"),
                Module("A", in: "A", uses: [product]),
                Module("B", in: "B"),
                Module("C", in: "C", uses: ["Vapor"]),
            ]
            workspace.sources = ["A": "import NIOCore\nimport Metal\nimport SwiftUI"]
            let found = workspace.violations(module, "import \(imported)").filter {
                $0.rule == .undeclaredImport
            }
            #expect(found.map(\.other) == (isReported ? [imported] : []))
            #expect(found.allSatisfy { $0.severity == .warning })
            let remedy = "add the product with \(imported) to the dependencies of '\(module)'"
            #expect(found.allSatisfy { $0.remedy.hasPrefix(remedy) })
        }
    }

    // MARK: Severities, suppressions and the baseline

    @Test func `the severity of a rule can be set`() throws {
        var package = try package
        let severities = #""forbidden-dependency": "warning", "unused-dependency": "off""#
        package.rules = try LayerRules(
            layers.replacing(
                #""layers": ["#,
                with: "\"severities\": { \(severities) }, \"layers\": ["
            )
        )
        let found = package.violations("HomeUI", "import Network")
        #expect(found.map(\.severity) == [.warning])
        #expect(found.map(\.text)[0].contains(": warning: 'HomeUI' depends"))
        #expect(package.violations("Network", "import Foundation") == [])
    }

    @Test(arguments: [("error", Severity.error), ("warning", .warning), ("off", nil)])
    func `a package without layers can forbid re-exports`(name: String, severity: Severity?) throws
    {
        var package = try package
        package.rules = try LayerRules("{ \"severities\": { \"re-export\": \"\(name)\" } }")
        let found = package.violations("Network", "@_exported import Model")
        #expect(found.map(\.severity) == [severity].compactMap(\.self))
    }

    @Test func `warns by default about a module that is in no layer`() throws {
        var package = try package
        package.modules.append(Module("New", in: "New"))
        #expect(package.violations("New").map(\.severity) == [.warning])
        for (severity, count) in [("error", 1), ("off", 0)] {
            let severities = #""severities": { "misplaced-module": "\#(severity)" }, "layers": ["#
            package.rules = try LayerRules(layers.replacing(#""layers": ["#, with: severities))
            #expect(
                package.violations("New").filter { $0.severity == .error }.count
                    == (severity == "error" ? 1 : 0)
            )
            #expect(package.violations("New").count == count)
        }
    }

    @Test func `a comment with a reason suppresses the violations of an import`() throws {
        var package = try package
        let text = "import Model\nimport Network  // boundaries:allow moves to Network"
        #expect(package.violations("HomeUI", text) == [])
        package.sources = ["HomeUI": text]
        let suppressed = package.checker.results().filter { $0.suppression != nil }
        #expect(suppressed.map(\.suppression) == [.inSource(reason: "moves to Network")])
        #expect(suppressed.map(\.other) == ["Network"])
        #expect(suppressed.map(\.suppression?.isNeed) == [false])
        let unexplained = package.violations(
            "HomeUI",
            "import Model\nimport Network // boundaries:allow "
        )
        #expect(unexplained.map(\.rule) == [.forbiddenDependency, .unusedSetting])
        #expect(
            unexplained.last?.message
                == "the comment that allows 'HomeUI' to import 'Network' has no reason"
        )
        #expect(unexplained.last?.remedy == "write the reason after '// boundaries:allow'")
        let unused = package.violations(
            "Network",
            "import Model // boundaries:allow it was forbidden"
        )
        #expect(
            unused.map(\.message) == [
                "the comment that allows 'Network' to import 'Model' is unnecessary, because the rules permit the import"
            ]
        )
        #expect(unused.map(\.severity) == [.warning])
        #expect(unused.map(\.remedy) == ["remove the comment"])
    }

    @Test
    func `a baseline allows exactly the violations that it lists, even on other lines`() throws {
        var package = try package
        let old = package.violations("HomeUI", "import Network\nimport Model")
        package.rules.baseline = Baseline(old.map(\.identity))
        #expect(
            package.violations(
                "HomeUI",
                "\n\nimport Model\nimport Network\nimport struct Network.T"
            ) == []
        )
        #expect(package.violations("Model", "import Network").map(\.rule) == [.forbiddenDependency])
        #expect(
            package.violations("HomeUI", "@_exported import Network\nimport Model").map(\.rule) == [
                .reexport
            ]
        )
        package.sources = ["HomeUI": "import Network\nimport Model"]
        let results = package.checker.results()
        let suppressed = results.filter { $0.suppression == .baseline }
        #expect(suppressed.map(\.identity) == old.map(\.identity))
        #expect(!results.contains { $0.rule == .staleBaseline })
        package.sources = ["Network": "import Alamofire\nimport Model"]
        package.rules.exceptions = []
        package.change("HomeUI") { $0.dependencies = [] }
        let stale = package.checker.results().filter { $0.rule == .staleBaseline }
        #expect(
            stale.map(\.message) == [
                "the baseline allows forbidden-dependency in 'HomeUI' (concerning 'Network'), but the violation is fixed"
            ]
        )
        #expect(stale.allSatisfy { $0.path == Baseline.fileName && $0.severity == .warning })
    }

    @Test(arguments: ["{", "[]", #"{"violations": [{"rule": "no-rule", "module": "A"}]}"#])
    func `the error for an invalid baseline contains the path of the file and a remedy`(
        text: String
    ) throws {
        let error = #expect(throws: LayerRulesError.self) {
            try LayerRules(file: nil, baseline: "b.json") { _ in Data(text.utf8) }
        }
        #expect(
            error?.message.hasPrefix(
                "b.json: not a valid baseline; restore it, for example with 'git checkout "
            ) == true
        )
    }

    // MARK: Rules about tags, paths, names and products

    /// Returns a package with two axes of tags: the types `ui`, `domain` and `data`, and the scopes
    /// `billing`, `admin` and `shared`.
    private func tagged(_ rules: String) throws -> Workspace {
        var package = Workspace()
        let names = [
            "BillingUI", "BillingDomain", "AdminUI", "AdminData", "SharedDomain", "BillingTests",
        ]
        package.modules = names.map { name in
            Module(
                name,
                name.hasSuffix("Tests") ? .test : .library,
                in: "Sources/\(name)",
                uses: names
            )
        }
        package.modules += ["FirebaseAuth", "Collections"].map {
            Module($0, .external, in: "")
        }
        package.rules = try LayerRules(
            """
            { "tags": {
                "type": { "ui": ["path:Sources/*UI"], "domain": ["module:*Domain"], "data": ["module:AdminData"] },
                "scope": { "billing": ["module:Billing*"], "admin": ["path:Sources/Admin*"], "shared": ["module:Shared*"] } },
              "layers": [{ "name": "all", "paths": ["Sources/*"], "canDependOn": ["all"] }],
              \(rules) }
            """
        )
        return package
    }

    @Test(
        arguments: [
            (
                #"{ "from": "scope:billing", "allow": ["scope:billing", "scope:shared"] }"#,
                "BillingUI", "AdminUI", true
            ),
            (
                #"{ "from": "scope:billing", "allow": ["scope:billing", "scope:shared"] }"#,
                "BillingUI",
                "SharedDomain", false
            ),
            (#"{ "from": "scope:billing", "allow": ["scope:*"] }"#, "BillingUI", "AdminUI", false),
            (#"{ "from": "type:domain", "deny": "type:ui" }"#, "SharedDomain", "AdminUI", true),
            (#"{ "from": "type:domain", "deny": "type:ui" }"#, "AdminUI", "AdminData", false),
            (
                #"{ "from": "path:Sources/*UI", "deny": "module:*Data" }"#, "AdminUI", "AdminData",
                true
            ),
            (
                #"{ "from": "layer:all", "deny": "module:AdminData" }"#, "BillingUI", "AdminData",
                true
            ),
            (
                #"{ "from": "kind:library", "deny": "kind:test" }"#, "BillingUI", "BillingTests",
                true
            ),
            (#"{ "from": "*", "allow": [] }"#, "BillingUI", "AdminUI", true),
            (#"{ "from": "*", "allow": [] }"#, "BillingUI", "Collections", false),
            (#"{ "from": "*", "allow": ["product:Firebase*"] }"#, "BillingUI", "Foundation", false),
            (
                #"{ "from": "type:domain", "deny": "product:Firebase*" }"#, "SharedDomain",
                "FirebaseAuth", true
            ),
            (
                #"{ "from": "type:domain", "allow": ["type:*", "product:Coll*"] }"#, "SharedDomain",
                "FirebaseAuth", true
            ),
            (
                #"{ "from": "type:domain", "allow": ["type:*", "product:Coll*"] }"#, "SharedDomain",
                "Collections", false
            ),
            (
                #"{ "from": "type:domain", "deny": ["module:UIKit"] }"#, "SharedDomain", "UIKit",
                true
            ),
            (#"{ "from": "type:domain", "deny": "*" }"#, "SharedDomain", "Foundation", false),
            (#"{ "from": "*", "deny": "product:*" }"#, "SharedDomain", "Foundation", false),
        ] as [(String, String, String, Bool)]
    )
    func `a restriction selects modules by layer, path, name, kind, product and tag`(
        rule: String,
        module: String,
        other: String,
        isDenied: Bool
    ) throws {
        var package = try tagged(#""rules": [\#(rule)]"#)
        package.change(module) { $0.dependencies = [other] }
        let found = package.violations(module, "import \(other)").map(\.rule)
        #expect(found == (isDenied ? [.forbiddenDependency] : []))
    }

    @Test
    func `a module must meet the restrictions for all of its tags`()
        throws
    {
        let package = try tagged(
            #"""
            "rules": [
              { "from": "scope:billing", "allow": ["scope:billing", "scope:shared"], "reason": "Billing ships alone" },
              { "from": "type:ui", "allow": ["type:ui", "type:domain"] } ]
            """#
        )
        let found = package.violations(
            "BillingUI",
            "import SharedDomain\nimport AdminUI\nimport BillingDomain"
        )
        let forbidden = found.filter { $0.other == "AdminUI" }
        #expect(
            forbidden.map(\.message) == [
                "'BillingUI' depends on 'AdminUI', which scope:billing cannot depend on"
            ]
        )
        #expect(
            forbidden.map(\.statement) == [
                "scope:billing can depend only on scope:billing, scope:shared"
            ]
        )
        #expect(forbidden.map(\.reason) == ["Billing ships alone"])
        #expect(
            forbidden.allSatisfy {
                $0.remedy.hasPrefix("move the code that uses it to a module that can depend on")
            }
        )
        let data = package.violations("BillingUI", "import AdminData").filter {
            $0.other == "AdminData"
        }
        #expect(
            data.map(\.statement) == [
                "scope:billing can depend only on scope:billing, scope:shared"
            ]
        )
        let ui = package.violations("AdminUI", "import AdminData").filter {
            $0.other == "AdminData"
        }
        #expect(ui.map(\.statement) == ["type:ui can depend only on type:ui, type:domain"])
    }

    @Test func `the table describes the layers in Markdown`() throws {
        let rules = try LayerRules(
            """
            { "layers": [
                { "name": "App", "paths": ["App/*"], "modules": ["shop"], "kinds": ["executable"],
                  "canDependOn": ["Core"], "packageAccess": false, "purpose": "commands",
                  "reason": "an app is thin" },
                { "name": "Core", "paths": ["Core"], "canDependOn": [], "packageAccess": true },
                { "name": "Tests", "paths": ["Tests/*"], "canDependOn": ["subject", "Core"] },
                { "name": "All", "paths": ["*"], "canDependOn": "*" } ],
              "rules": [{ "from": "kind:test", "deny": "module:shop", "reason": "it is slow" }],
              "container": { "class": "Shop", "module": "shop", "protocolSuffix": "Providing",
                "declaredIn": ["App", "Core"] },
              "exceptions": [{ "module": "shop", "dependsOn": "Net", "reason": "until March" }] }
            """
        )
        let subject = "its subject, the allowed dependencies of the subject, and layers for tests"
        #expect(
            rules.table == """
                | layer | modules | may depend on | contains |
                | --- | --- | --- | --- |
                | App | `App/*`, shop, kind executable | Core | commands |
                | Core | `Core` | nothing |  |
                | Tests | `Tests/*` | \(subject), Core |  |
                | All | `*` | everything |  |

                """
        )
    }

    @Test(arguments: [
        #""layers": [{ "name": "All", "paths": ["**"], "canDependOn": [] }]"#,
        #""exceptions": [{ "module": "A", "dependsOn": "B", "reason": "old" }]"#,
        #""rules": [{ "from": "module:A", "deny": "module:B" }]"#,
        #""rules": [{ "to": "module:A", "onlyFrom": "module:B" }]"#,
        #""severities": { "re-export": "off" }"#,
    ])
    func `names the rules file as the source of the rules if the file limits dependencies`(
        setting: String
    ) throws {
        #expect(try LayerRules("{ \(setting) }").source == "by boundaries.json")
        #expect(try LayerRules("{}").source == "by declared dependencies alone")
    }

    @Test(arguments: ["Boundaries": 3, "RulesFile": 2])
    func `the rules files in Docs are valid`(page: String, count: Int) throws {
        let text = try String(
            contentsOf: Workspace.root.appending(path: "Docs/\(page).md"),
            encoding: .utf8
        )
        let files = text.matches(of: /```json\n((?:.|\n)*?)```/).map { String($0.1) }
        #expect(files.count == count)
        for file in files {
            _ = try LayerRules(file)
        }
    }

    @Test func `the comment on the page Boundaries.md allows an import`() throws {
        let page = try String(
            contentsOf: Workspace.root.appending(path: "Docs/Boundaries.md"),
            encoding: .utf8
        )
        let source = try #require(page.firstMatch(of: /```swift\n((?:.|\n)*?)```/)?.1)
        let imports = SourceFile(path: "", text: String(source)).imports
        #expect(imports.map(\.allowance) == ["moves to Feed with the next version"])
    }

    @Test func `the suffixes of test targets can be set`() throws {
        var package = try package
        package.modules.append(
            Module("NetworkSpecs", .test, in: "Specs/NetworkSpecs", uses: ["Network", "Model"])
        )
        let specs = #"{ "name": "Specs", "paths": ["Specs/*"], "canDependOn": "subject" },"#
        package.rules = try LayerRules(
            layers.replacing(#""layers": ["#, with: #""layers": [ \#(specs)"#)
        )
        #expect(package.violations("NetworkSpecs", "import Network\nimport Model").count == 2)
        package.rules = try LayerRules(
            layers.replacing(
                #""layers": ["#,
                with: #""testSuffixes": ["Tests", "Specs"], "layers": [ \#(specs)"#
            )
        )
        #expect(package.violations("NetworkSpecs", "import Network\nimport Model") == [])
    }

    @Test func `a test target can use layers for tests, and modules outside the graph`() throws {
        var package = try package
        package.modules += [
            Module("Doubles", in: "Mocks/Doubles"),
            Module("NetworkTests", .test, in: "Specs/NetworkTests", uses: ["Doubles"]),
        ]
        let added = #"""
            { "name": "Specs", "paths": ["Specs/*"], "canDependOn": "subject" },
            { "name": "Mocks", "paths": ["Mocks/*"], "canDependOn": [], "testOnly": true },
            """#
        package.rules = try LayerRules(
            layers.replacing(#""layers": ["#, with: #""layers": [ \#(added)"#)
        )
        #expect(package.violations("NetworkTests", "import Doubles\nimport Alamofire") == [])
        package.modules.append(Module("Alamofire", .external, in: ""))
        let found = package.violations("NetworkTests", "import Doubles\nimport Alamofire")
        #expect(found.map(\.other) == ["Alamofire"])
    }

    @Test(arguments: [
        ("{", "not valid JSON"), ("[]", "expected an object"),
        (#"{"layers": {}}"#, "layers: expected an array"),
        (#"{"testSuffixes": 1}"#, "testSuffixes: expected an array"),
        (#"{"layers": [], "layers": []}"#, "duplicate key 'layers'; remove one of the values"),
        (
            #"{"layer": []}"#,
            "unknown key 'layer'; the known keys are documentation, layers, exceptions, container"
        ),
        (layer(#""paths": ["A"]"#), "layers[0]: the key 'canDependOn' is missing"),
        (
            layer(#""paths": ["A"], "canDependOn": "all""#),
            "layers[0].canDependOn: unknown layer 'all'"
        ),
        (
            layer(#""paths": ["A"], "canDependOn": ["B"]"#),
            "layers[0].canDependOn: unknown layer 'B'; the layers are A"
        ),
        (layer(#""canDependOn": []"#), "layers[0]: 'A' requires paths, modules or kinds"),
        (
            layer(#""paths": ["A"], "canDependOn": []"#, name: ""),
            "layers[0].name: a layer requires a name other than \"*\", \"subject\" and \"inherited\""
        ),
        (layer(#""paths": ["A"], "canDependOn": []"#, name: "subject"), "layers[0].name: "),
        (layer(#""paths": ["A"], "canDependOn": []"#, name: "inherited"), "layers[0].name: "),
        (
            layer(#""paths": ["A"], "canDependOn": ["inherited"]"#),
            "layers[0].canDependOn: unknown layer 'inherited'; the layers are A"
        ),
        (
            layer(#""paths": ["A"], "canDependOn": [], "granted": ["*"]"#),
            "layers[0].granted: unknown layer '*'; the layers are A"
        ),
        (#"{"layers": [{"name": 1, "paths": ["A"], "canDependOn": []}]}"#, "layers[0].name: "),
        (
            layer(
                #""paths": ["A"], "canDependOn": []}, {"name": "A", "paths": ["B"], "canDependOn": []"#
            ),
            "layers: two layers have the name 'A'; rename one"
        ),
        (
            #"{"exceptions": [{"module": "A", "dependsOn": "B", "reason": " "}]}"#,
            "exceptions[0].reason: an exception requires a reason"
        ),
        (
            #"{"container": {"class": "C", "module": "B", "protocolSuffix": "P", "declaredIn": ["A"]}}"#,
            "container.declaredIn: unknown layer 'A'"
        ),
        (
            #"{"severities": {"reexport": "off"}}"#,
            "severities: unknown value 'reexport'; expected one of undeclared-import, "
        ),
        (
            #"{"severities": {"re-export": "no"}}"#,
            "severities: unknown value 'no'; expected one of error, warning, off"
        ),
        (
            #"{"rules": [{"from": "module:A"}]}"#,
            "rules[0]: a restriction requires 'from' with 'allow', 'deny' or 'mustNotReach', or 'to' with 'onlyFrom'"
        ),
        (
            #"{"rules": [{"from": "A", "deny": []}]}"#,
            "rules[0].from: invalid selector 'A'; expected a tag, or a selector such as 'layer:app', 'path:Sources/*' or 'module:Core'"
        ),
        (
            #"{"rules": [{"from": "path:Sources/(*", "deny": []}]}"#,
            "rules[0].from: unbalanced parentheses in 'Sources/(*'"
        ),
        (
            #"{"rules": [{"from": "path:(Sources/*)", "deny": []}]}"#,
            "rules[0].from: unbalanced parentheses in '(Sources/*)'"
        ),
        (
            layer(#""paths": ["A", "B)"], "canDependOn": []"#),
            "layers[0].paths[1]: unbalanced parentheses in 'B)'"
        ),
        (
            #"{"rules": [{"from": "scope:a", "deny": []}]}"#,
            "rules[0].from: 'scope:a' selects nothing; the keys are layer, path, module, product, kind"
        ),
        (
            #"""
            {"tags": {"scope": {"d": ["*"], "b": ["*"], "e": ["*"], "c": ["*"], "f": ["*"]}},
            "rules": [{"from": "*", "deny": ["scope:a"]}]}
            """#,
            "rules[0].deny: 'scope:a' selects nothing; the values of 'scope' are b, c, d, e, f"
        ),
        (
            #"""
            {"tags": {"d": {"x": ["*"]}, "b": {"x": ["*"]}, "e": {"x": ["*"]}, "c": {"x": ["*"]}},
            "rules": [{"from": "*", "deny": ["scope:a"]}]}
            """#,
            "rules[0].deny: 'scope:a' selects nothing; the keys are layer, path, module, product, kind, b, c, d, e"
        ),
        (
            #"{"tags": {"scope": {"b": ["scope:a"]}}}"#,
            "tags.scope.b: 'scope:a' selects nothing; the keys are"
        ),
        (
            #"{"tags": {"path": {"b": ["path:a"]}}}"#,
            "tags: 'path' is the key of a built-in selector; rename the axis"
        ),
    ])
    func `the error for an invalid file contains the key, the reason and a remedy`(
        json: String,
        words: String
    ) throws {
        let error = #expect(throws: LayerRulesError.self) { try LayerRules(json) }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        let message = error.map { LayerRulesError(path: "b.json", $0).message } ?? ""
        #expect(message.contains(#/^b\.json:\d+:\d+: /#))
        #expect(message.hasSuffix("; 'bulkhead check --help' shows an example"))
    }

    @Test(arguments: [
        (json: "{\n  \"layers\": {}\n}", place: "2:13"),
        (json: "{\n  \"tags\": {},\n  \"tags\": {}\n}", place: "3:3"),
        (json: "{\n  \"rules\": [\n    {\"to\": \"layer:A\"}\n  ]\n}", place: "3:"),
        (json: "{\"strict\":\n  [\"imports\", \"nothing\"]}", place: "2:"),
        (json: "{\n  \"layers\": [,]\n}", place: "2:14: not valid JSON: unexpected ,"),
        (json: "{\n  \"layers\": [", place: "2:14: not valid JSON: the file is not complete"),
    ])
    func `the error for an invalid file contains its line and column`(
        json: String,
        place: String
    ) throws {
        let error = #expect(throws: LayerRulesError.self) { try LayerRules(json) }
        let message = error.map { LayerRulesError(path: "b.json", $0).message } ?? ""
        #expect(message.hasPrefix("b.json:\(place)"), "\(message)")
    }

    private static func layer(_ keys: String, name: String = "A") -> String {
        #"{"layers": [{"name": "\#(name)", \#(keys)}]}"#
    }
}
