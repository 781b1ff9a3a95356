import BoundaryRules
import Foundation
import PackageManifestTesting
import ProgramTesting
import SwiftSource
import Testing

struct RulesFileTests {
    @Test func `the layers of a rules file apply to the modules of its package`() throws {
        let package = try Workspace.layered()
        #expect(
            package.violations("HomeUI", "import Network\nimport Model").map(\.text) == [
                """
                Sources/HomeUI/A.swift:1:8: error: 'HomeUI' depends on 'Network', which only Network, Tests can depend on
                note: rule: forbidden-dependency: UI can depend on Model (ARCHITECTURE.md)
                note: reason: screens know no network
                note: chain: HomeUI → Network
                note: remedy: move the code that uses it to a module in the layer Network, or remove that code
                """
            ]
        )
        #expect(package.violations("Network", "import Model") == [])
    }

    @Test func `a module of another package can belong to a layer`() throws {
        let found = try Workspace.layered().violations("HomeUI", "import Network\nimport Alamofire")
        let message = "'HomeUI' imports 'Alamofire', which only Network, Tests can depend on"
        #expect(found.map(\.message).contains(message))
        #expect(
            try Workspace.layered().violations("Network", "import Model\nimport Alamofire") == []
        )
    }

    @Test func `warns about a path or a name in a layer that matches no module`() throws {
        var package = try Workspace.layered()
        #expect(package.packageViolations.map(\.other) == ["Alamofire"])
        package.sources["Network"] = "import Alamofire"
        #expect(package.packageViolations == [])
        // The path of the layer `Tests` has a wildcard, so it is not reported if it matches
        // nothing.
        package.modules.removeAll { ["HomeUITests", "Model"].contains($0.name) }
        #expect(
            package.results(.unusedSetting).map(\.summary) == [
                """
                boundaries.json:6:33: warning: 'Sources/Model' in 'layers[2].paths' matches no module
                note: remedy: correct or remove it
                """
            ]
        )
    }

    @Test func `names the path or module that a misspelled part of a layer resembles`() throws {
        let package = try Workspace.layered(
            """
            { "layers": [
              { "name": "a", "paths": ["Sources/Modle"], "modules": ["Netwrk"], "canDependOn": "*" },
              { "name": "b", "paths": ["Elsewhere"], "canDependOn": "*" }
            ] }
            """
        )
        #expect(
            package.results(.unusedSetting).map(\.remedy) == [
                "did you mean 'Sources/Model'? Otherwise, correct or remove it",
                "did you mean 'Network'? Otherwise, correct or remove it",
                "correct or remove it",
            ]
        )
    }

    /// A selector, and the remedy, which names the selector that it resembles.
    @Test(
        arguments: Row.table(
            """
            module:Netwok → did you mean 'module:Network'? Otherwise, correct or remove it
            !module:Netwok → did you mean '!module:Network'? Otherwise, correct or remove it
            path:Sourcs/*UI → did you mean 'path:Sources/OldUI'? Otherwise, correct or remove it
            path:Sources/Modell → did you mean 'path:Sources/Model'? Otherwise, correct or remove it
            product:Alamofir → did you mean 'product:Alamofire'? Otherwise, correct or remove it
            product:Zip* → correct or remove it
            """
        )
    )
    func `warns about a selector that matches no module`(row: Row) throws {
        var package = try Workspace.layered(
            #"{ "rules": [ { "from": "\#(row[0])", "deny": "*" } ] }"#
        )
        package.add("Alamofire external")
        let found = package.packageViolations
        #expect(found.map(\.rule) == [.unusedSetting])
        #expect(found.map(\.message) == ["'\(row[0])' in 'rules[0].from' matches no module"])
        #expect(found.map(\.remedy) == [row[1]])
    }

    @Test func `warns about the name of a test that does not exist`() throws {
        let package = try Workspace.layered(#"{ "wholePackageTests": ["Model", "Modell"] }"#)
        let found = package.packageViolations
        #expect(found.map(\.message) == ["'Modell' in 'wholePackageTests' matches no module"])
        #expect(found.map(\.rule) == [.unusedSetting])
        #expect(found.map(\.remedy) == ["did you mean 'Model'? Otherwise, correct or remove it"])
    }

    @Test(arguments: [
        "module:Model", "module:Imported", "module:*", "product:*", "path:**",
        "path:Sources/*", "kind:macro", "layer:empty", "!module:Net*", "*", "module:zip-kit",
        "module:zip_kit", "product:zip-kit", "product:Zips",
    ])
    func `does not warn about a selector that matches a module or need not match any`(
        selector: String
    ) throws {
        var package = try Workspace.layered(
            """
            { "layers": [{ "name": "empty", "kinds": ["clang"], "canDependOn": [] }],
              "rules": [ { "to": "\(selector)", "onlyFrom": "*" } ] }
            """
        )
        package.add("zip-kit external")
        package.change("zip-kit") { $0.products = ["Zips"] }
        package.sources["Model"] = "import Imported"
        #expect(package.packageViolations == [])
    }

    private static let toolchain = """
        Android AppKit Bionic CRT Combine CoreFoundation CoreGraphics CryptoKit Cxx
        CxxStdlib Darwin Dispatch Distributed Foundation FoundationEssentials
        FoundationInternationalization FoundationNetworking FoundationXML Glibc Musl Network
        ObjectiveC Observation PackageDescription PackagePlugin RegexBuilder Security Swift
        SwiftUI Synchronization Testing UIKit WASILibc WinSDK XCTest _Concurrency
        _Differentiation _StringProcessing os ucrt
        """

    @Test(arguments: toolchain.split(whereSeparator: \.isWhitespace))
    func `a selector can name a module of the toolchain`(name: Substring) throws {
        let package = try Workspace(
            "A",
            rules: #"{ "rules": [ { "to": "module:\#(name)", "onlyFrom": "*" } ] }"#
        )
        #expect(package.packageViolations == [])
    }

    @Test func `warns about tags without modules`() throws {
        let package = try Workspace.layered(
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
        let found = package.packageViolations
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
        let source = "import Network\nimport Model\nimport Alamofire"
        #expect(try Workspace.layered().violations("OldUI", source).map(\.other) == ["Alamofire"])
    }

    @Test func `warns about an exception that is not needed`() throws {
        var package = try Workspace.layered()
        package.sources["Network"] = "import Alamofire"
        package.change("OldUI") { $0.dependencies = ["Model"] }
        let unused = package.packageViolations
        #expect(unused.map(\.rule) == [.unusedSetting])
        #expect(
            unused.map(\.summary) == [
                """
                boundaries.json:9:19: warning: 'OldUI' breaks no rule by depending on 'Network'
                note: remedy: remove the exception
                """
            ]
        )
        package.sources["OldUI"] = "import Network"
        #expect(package.packageViolations == [])
        package.rules.exceptions = [
            .init(module: "HomeUI", dependsOn: "Model", reason: "x"),
            .init(module: "Gone", dependsOn: "Model", reason: "x"),
        ]
        #expect(
            package.packageViolations.map(\.message) == [
                "'HomeUI' breaks no rule by depending on 'Model'",
                "'Gone' breaks no rule by depending on 'Model'",
            ]
        )
    }

    @Test func `the remedy names a protocol to use even if the rules name no container`() throws {
        var package = try Workspace.layered()
        package.sources["Model"] = "public protocol Loading {}"
        package.sources["Network"] = "import Model\npublic struct Client: Loading {}"
        let found = package.violations("HomeUI", "import Network\nimport Model")
        #expect(found.map(\.remedy) == ["import 'Model' and accept 'any Loading' in init"])
    }

    @Test func `only a granted dependency can be declared without an import`() throws {
        var package = try Workspace.layered(
            replacing: #""canDependOn": ["Model"]"#,
            with: #""canDependOn": [], "granted": ["Model"]"#
        )
        package.change("HomeUI") { $0.dependencies = ["Model"] }
        #expect(package.violations("HomeUI", "import Foundation") == [])
        #expect(package.violations("HomeUI", "import Model") == [])
        #expect(
            package.violations("Network", "import Foundation").map(\.rule) == [.unusedDependency]
        )
    }

    /// `HomeUI` depends on `Network` and `Model`, and `Network` depends on `Model`.
    @Test(
        arguments: Row.table(
            """
            ["inherited"] → import Network
            ["inherited"] → import Model → Network
            [] → import Network → Model
            """
        )
    )
    func `a layer can grant the dependencies of other dependencies`(row: Row) throws {
        let package = try Workspace.layered(
            replacing: #""canDependOn": ["Model"]"#,
            with: #""canDependOn": ["Network", "Model"], "granted": \#(row[0])"#
        )
        let found = package.violations("HomeUI", row[1])
        #expect(found.map(\.other) == row[2...])
        #expect(found.allSatisfy { $0.rule == .unusedDependency })
    }

    @Test
    func `without layers, all declared dependencies and re-exports are allowed`() throws {
        let package = try Workspace.layered("{}")
        #expect(package.violations("HomeUI", "@_exported import Network\nimport Model") == [])
        #expect(package.violations("Model", "import HomeUI").map(\.rule) == [.undeclaredImport])
    }

    @Test func `a product can provide other modules of its package`() throws {
        var package = try Workspace(
            "Logging external\nLoggingTools external\nA: LoggingTools\nB: A"
        )
        for name in ["Logging", "LoggingTools"] {
            package.change(name) { $0.package = "swift-log" }
        }
        #expect(package.violations("A", "import Logging\nimport LoggingTools") == [])
        #expect(
            package.violations("B", "import A\nimport Logging").map(\.rule) == [.undeclaredImport]
        )
    }

    /// `A` uses a product whose modules are not known. The name `NIOCore` begins with the name of
    /// the product or of its package. `C` uses another package.
    @Test(
        arguments: Row.table(
            """
            B → NIOCore → reported
            C → NIOCore → reported
            C → NIOUnknown →
            C → Metal →
            B → SwiftUI →
            A → NIOCore →
            """
        ),
        Row.table("NIO → swift-nio\nPosix → swift-nio\nNIO → x")
    )
    func `warns about a module of a package of which the target declares no product`(
        row: Row,
        origin: Row
    ) throws {
        let product = origin[0]
        var workspace = try Workspace(
            "\(product) external\nVapor external\nA: \(product)\nB\nC: Vapor",
            sources: ["A": "import NIOCore\nimport Metal\nimport SwiftUI"]
        )
        workspace.change(product) { $0.package = origin[1] }
        workspace.change("Vapor") { $0.package = "vapor" }
        let found = workspace.violations(row[0], "import \(row[1])", of: .undeclaredImport)
        #expect(found.map(\.other) == (row[2] == "reported" ? [row[1]] : []))
        #expect(found.filter { $0.severity != .warning } == [])
        let remedy = "add the product with \(row[1]) to the dependencies of '\(row[0])'"
        #expect(found.filter { !$0.remedy.hasPrefix(remedy) } == [])
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
    func `the file is the source of the rules if it has layers, exceptions, rules or severities`(
        setting: String
    ) throws {
        #expect(try LayerRules("{ \(setting) }").source == "by boundaries.json")
    }

    @Test func `the declared dependencies are the source of the rules if the file is empty`()
        throws
    {
        #expect(try LayerRules("{}").source == "by declared dependencies alone")
    }

    @Test(arguments: ["Boundaries": 3, "RulesFile": 1])
    func `the rules files in Docs are valid`(page: String, count: Int) throws {
        let text = try Workspace.text(of: "Docs/\(page).md")
        let files = text.matches(of: /```json\n((?:.|\n)*?)```/).map { String($0.1) }
        #expect(files.count == count)
        for file in files {
            _ = try LayerRules(file)
        }
    }

    @Test func `the comment on the page Boundaries.md allows an import`() throws {
        let page = try Workspace.text(of: "Docs/Boundaries.md")
        let source = try #require(page.firstMatch(of: /```swift\n((?:.|\n)*?)```/)?.1)
        let imports = SourceFile(path: "", text: String(source)).imports
        #expect(imports.map(\.allowance) == ["moves to Feed with the next version"])
    }

    @Test(arguments: [
        ("", ["Network", "Model"]), (#""testSuffixes": ["Tests", "Specs"],"#, []),
    ])
    func `the suffixes of test targets can be set`(setting: String, forbidden: [String]) throws {
        let specs = #"{ "name": "Specs", "paths": ["Specs/*"], "canDependOn": "subject" }"#
        var package = try Workspace.layered(
            replacing: #""layers": ["#,
            with: #"\#(setting) "layers": [ \#(specs),"#
        )
        package.add("NetworkSpecs test in Specs/NetworkSpecs: Network, Model")
        let found = package.violations("NetworkSpecs", "import Network\nimport Model")
        #expect(found.map(\.other) == forbidden)
    }

    @Test func `a test target can use layers for tests, and modules outside the graph`() throws {
        let added = #"""
            { "name": "Specs", "paths": ["Specs/*"], "canDependOn": "subject" },
            { "name": "Mocks", "paths": ["Mocks/*"], "canDependOn": [], "testOnly": true },
            """#
        var package = try Workspace.layered(
            replacing: #""layers": ["#,
            with: #""layers": [ \#(added)"#
        )
        package.add("Doubles in Mocks/Doubles\nModelTests in Specs/ModelTests: Doubles")
        let source = "import Doubles\nimport Alamofire"
        #expect(package.violations("ModelTests", source) == [])
        package.add("Alamofire external")
        let found = package.violations("ModelTests", source)
        #expect(found.map(\.other) == ["Alamofire"])
        #expect(found.map(\.rule) == [.forbiddenDependency])
    }
}

extension Workspace {
    /// A rules file with four layers and an exception.
    static let rulesFile = """
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

    /// Returns a package with the layers of `rulesFile`, or with other rules.
    static func layered(_ rules: String = rulesFile) throws -> Workspace {
        try Workspace(
            "HomeUI: Network, Model\nOldUI: Network, Model\nNetwork: Model\nModel\nHomeUITests",
            rules: rules
        )
    }

    /// Returns a package with the layers of `rulesFile`, in which a text is replaced.
    static func layered(replacing text: String, with other: String) throws -> Workspace {
        try #require(rulesFile.contains(text))
        return try layered(rulesFile.replacing(text, with: other))
    }
}
