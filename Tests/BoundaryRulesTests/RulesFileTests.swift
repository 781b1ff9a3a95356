import BoundaryRules
import Foundation
import Testing

/// `boundaries.json`.
struct RulesFileTests {
    private func rules(_ json: String) throws -> LayerRules { try LayerRules(json: Data(json.utf8)) }

    private let layers = """
        {
          "documentation": "ARCHITECTURE.md",
          "layers": [
            { "name": "UI", "paths": ["Sources/*UI"], "sees": ["Model"], "reason": "screens know no network" },
            { "name": "Network", "modules": ["Network", "Alamofire"], "sees": ["Network", "Model"] },
            { "name": "Model", "paths": ["Sources/Model"], "sees": [] },
            { "name": "Tests", "paths": ["Tests/**"], "sees": "*" }
          ],
          "exceptions": [ { "module": "OldUI", "sees": "Network", "reason": "moves in March" } ]
        }
        """

    private var package: Workspace {
        get throws {
            var package = Workspace()
            package.modules = ["HomeUI", "OldUI", "Network", "Model"].map { name in
                Module(
                    name: name, kind: .library, folder: "Sources/\(name)",
                    dependencies: name == "Model" ? [] : name == "Network" ? ["Model"] : ["Network", "Model"])
            }
            package.modules.append(Module(name: "HomeUITests", kind: .test, folder: "Tests/HomeUITests"))
            package.sources = [:]
            package.rules = try rules(layers)
            return package
        }
    }

    @Test func `layers of another package are held against its modules`() throws {
        let package = try package
        let violation = try #require(package.violations("HomeUI", "import Network\nimport Model").first)
        #expect(violation.message == "'HomeUI' depends on 'Network', which only Network, Tests may see")
        #expect(violation.statement == "UI may see Model (ARCHITECTURE.md)")
        #expect(violation.reason == "screens know no network")
        #expect(package.violations("Network", "import Model") == [])
    }

    @Test func `modules of other packages can have a layer`() throws {
        let found = try package.violations("HomeUI", "import Model\nimport Alamofire").map(\.message)
        #expect(found.contains("'HomeUI' imports 'Alamofire', which only Network, Tests may see"))
        #expect(try package.violations("Network", "import Model\nimport Alamofire") == [])
    }

    @Test func `a path or a name that leads to no module is a warning`() throws {
        var package = try package
        #expect(package.checker.violationsOfPackage().map(\.subject) == ["Alamofire"])
        package.sources["Network"] = "import Alamofire"
        #expect(package.checker.violationsOfPackage() == [])
        package.modules.removeAll { $0.name == "HomeUITests" }
        let found = package.checker.violationsOfPackage()
        #expect(found.map(\.message) == ["'Tests/**' in the layer 'Tests' leads to no module"])
        #expect(found.allSatisfy { $0.rule.severity == .warning })
    }

    @Test func `an exception lets one module see one other`() throws {
        #expect(try package.violations("OldUI", "import Network\nimport Model") == [])
    }

    @Test func `an exception that nobody needs is a warning`() throws {
        var package = try package
        package.sources["Network"] = "import Alamofire"
        package.change("OldUI", dependencies: ["Model"])
        #expect(package.checker.violationsOfPackage().map(\.rule) == [.unusedException])
        package.sources["OldUI"] = "import Network"
        #expect(package.checker.violationsOfPackage() == [])
        package.rules.exceptions = [
            .init(module: "HomeUI", sees: "Model", reason: "x"), .init(module: "Gone", sees: "Model", reason: "x"),
        ]
        #expect(
            package.checker.violationsOfPackage().map(\.message) == [
                "'HomeUI' need not be allowed to see 'Model': the layers allow it",
                "'Gone' need not be allowed to see 'Model': there is no module 'Gone'",
            ])
    }

    @Test func `the layers of the workspace can be extended`() throws {
        var workspace = Workspace()
        workspace.rules = try rules(
            #"{ "extends": "workspace", "exceptions": [{ "module": "Shelf", "sees": "SQLite", "reason": "a spike" }] }"#
        )
        #expect(workspace.violations("Shelf", "import SQLite").filter { $0.rule == .layers } == [])
        #expect(workspace.violations("Shelf", "import Library").contains { $0.rule == .layers })
    }

    @Test func `without layers, what is declared may be seen, re-exports included`() throws {
        var package = try package
        package.rules = .none
        #expect(package.violations("HomeUI", "@_exported import Network\nimport Model") == [])
        #expect(package.violations("Model", "import HomeUI").map(\.rule) == [.undeclaredImport])
    }

    @Test func `a module of another package may come along with a product of that package`() {
        var package = Workspace()
        package.rules = .none
        package.modules = [
            Module(name: "Logging", kind: .external, folder: "", package: "swift-log"),
            Module(name: "LoggingTools", kind: .external, folder: "", package: "swift-log"),
            Module(name: "A", kind: .library, folder: "Sources/A", dependencies: ["LoggingTools"]),
            Module(name: "B", kind: .library, folder: "Sources/B", dependencies: ["A"]),
        ]
        #expect(package.violations("A", "import Logging\nimport LoggingTools") == [])
        #expect(package.violations("B", "import A\nimport Logging").map(\.rule) == [.undeclaredImport])
    }

    @Test(
        arguments: [
            ("{", "not valid JSON"),
            ("[]", "Dictionary"),
            (
                #"{"layer": []}"#,
                "the key 'layer' is not known; known are extends, documentation, layers, exceptions, reexports"
            ),
            (#"{"layers": [{"name": "A", "paths": ["A"]}]}"#, "layers[0]: the key 'sees' is missing"),
            (#"{"layers": [{"name": "A", "paths": ["A"], "sees": "all"}]}"#, "layers[0].sees: 'all' is neither"),
            (
                #"{"layers": [{"name": "A", "paths": ["A"], "sees": ["B"]}]}"#,
                "layers[0].sees: there is no layer 'B'; the layers are A"
            ),
            (#"{"layers": [{"name": "", "paths": ["A"], "sees": []}]}"#, "layers[0].name: a layer needs a name"),
            (#"{"layers": [{"name": "A", "sees": []}]}"#, "layers[0]: 'A' needs paths or modules"),
            (
                #"{"layers": [{"name": "A", "paths": ["A"], "sees": []}, {"name": "A", "paths": ["B"], "sees": []}]}"#,
                "two layers 'A'"
            ),
            (
                #"{"exceptions": [{"module": "A", "sees": "B", "reason": " "}]}"#,
                "exceptions[0].reason: an exception needs a reason"
            ),
            (#"{"extends": "x"}"#, "extends: 'x' is not known"),
            (#"{"layers": [{"name": 1, "paths": ["A"], "sees": []}]}"#, "layers[0].name: "),
        ])
    func `a file that is wrong says where and why`(json: String, words: String) throws {
        let error = #expect(throws: LayerRulesError.self) { try rules(json) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }
}
