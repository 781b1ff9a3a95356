import BoundaryRules
import Foundation
import PackageManifestTesting
import SwiftSource
import Testing

struct RulesFileTests {
    @Test func `the layers of a rules file apply to the modules of its package`() throws {
        let package = try Workspace.layered()
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
        let found = package.packageViolations.filter { $0.rule == .unusedSetting }
        #expect(found.map(\.message) == ["'Sources/Model' in 'layers[2].paths' matches no module"])
        #expect(found.map(\.place) == ["boundaries.json:6:33"])
        #expect(found.map(\.severity) == [.warning])
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
        let found = package.packageViolations.filter { $0.rule == .unusedSetting }
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
        var package = try Workspace.layered(
            #"{ "rules": [ { "from": "\#(selector)", "deny": "*" } ] }"#
        )
        package.add("Alamofire external")
        let found = package.packageViolations
        #expect(found.map(\.rule) == [.unusedSetting])
        let message = try #require(found.first?.message)
        #expect(message == "'\(selector)' in 'rules[0].from' matches no module")
        let remedy = nearest.map { "did you mean '\($0)'? Otherwise, correct or remove it" }
        #expect(found.first?.remedy == remedy ?? "correct or remove it")
    }

    @Test func `warns about the name of a test that does not exist`() throws {
        let package = try Workspace.layered(#"{ "wholePackageTests": ["Model", "Modell"] }"#)
        let found = package.packageViolations
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
        let package = try Workspace.layered(
            #"{ "rules": [ { "to": "module:\#(name)", "onlyFrom": "*" } ] }"#
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
        #expect(try Workspace.layered().violations("OldUI", "import Network\nimport Model") == [])
    }

    @Test func `warns about an exception that is not needed`() throws {
        var package = try Workspace.layered()
        package.sources["Network"] = "import Alamofire"
        package.change("OldUI") { $0.dependencies = ["Model"] }
        let unused = package.packageViolations
        #expect(unused.map(\.rule) == [.unusedSetting])
        #expect(unused.map(\.message) == ["'OldUI' breaks no rule by depending on 'Network'"])
        #expect(unused.map(\.place) == ["boundaries.json:9:19"])
        package.sources["OldUI"] = "import Network"
        #expect(package.packageViolations == [])
        package.rules.exceptions = [
            .init(module: "HomeUI", dependsOn: "Model", reason: "x"),
            .init(module: "Gone", dependsOn: "Model", reason: "x"),
        ]
        let found = package.packageViolations
        #expect(
            found.map(\.message) == [
                "'HomeUI' breaks no rule by depending on 'Model'",
                "'Gone' breaks no rule by depending on 'Model'",
            ]
        )
        #expect(found.first?.remedy == "remove the exception")
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
        let package = try Workspace.layered(
            replacing: #""canDependOn": ["Model"]"#,
            with: #""canDependOn": ["Network", "Model"], "granted": \#(granted)"#
        )
        let found = package.violations("HomeUI", source)
        #expect(found.map(\.rule) == unused.map { _ in .unusedDependency })
        #expect(found.map(\.other) == unused)
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
                Module(name: "A", kind: .library, folder: "A", dependencies: [product]),
                Module(name: "B", kind: .library, folder: "B"),
                Module(name: "C", kind: .library, folder: "C", dependencies: ["Vapor"]),
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

    @Test(arguments: [("", 2), (#""testSuffixes": ["Tests", "Specs"],"#, 0)])
    func `the suffixes of test targets can be set`(setting: String, count: Int) throws {
        let specs = #"{ "name": "Specs", "paths": ["Specs/*"], "canDependOn": "subject" }"#
        var package = try Workspace.layered(
            replacing: #""layers": ["#,
            with: #"\#(setting) "layers": [ \#(specs),"#
        )
        package.add("NetworkSpecs test in Specs/NetworkSpecs: Network, Model")
        let found = package.violations("NetworkSpecs", "import Network\nimport Model")
        #expect(found.count == count)
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
        package.add("Doubles in Mocks/Doubles\nNetworkTests in Specs/NetworkTests: Doubles")
        let source = "import Doubles\nimport Alamofire"
        #expect(package.violations("NetworkTests", source) == [])
        package.add("Alamofire external")
        #expect(package.violations("NetworkTests", source).map(\.other) == ["Alamofire"])
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
        try layered(rulesFile.replacing(text, with: other))
    }
}
