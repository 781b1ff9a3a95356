import BoundaryRules
import Foundation
import Testing

struct RulesFileTests {
    private func rules(_ json: String) throws -> LayerRules { try LayerRules(json: Data(json.utf8)) }

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
                    name: name, kind: .library, folder: "Sources/\(name)",
                    dependencies: name == "Model" ? [] : name == "Network" ? ["Model"] : ["Network", "Model"])
            }
            package.modules.append(Module(name: "HomeUITests", kind: .test, folder: "Tests/HomeUITests"))
            package.sources = [:]
            package.rules = try rules(layers)
            return package
        }
    }

    @Test func `the layers of a rules file apply to the modules of its package`() throws {
        let package = try package
        let violation = try #require(package.violations("HomeUI", "import Network\nimport Model").first)
        #expect(violation.message == "'HomeUI' depends on 'Network', which only Network, Tests can depend on")
        #expect(violation.statement == "UI can depend on Model (ARCHITECTURE.md)")
        #expect(violation.reason == "screens know no network")
        #expect(package.violations("Network", "import Model") == [])
    }

    @Test func `a module of another package can belong to a layer`() throws {
        let found = try package.violations("HomeUI", "import Model\nimport Alamofire").map(\.message)
        #expect(found.contains("'HomeUI' imports 'Alamofire', which only Network, Tests can depend on"))
        #expect(try package.violations("Network", "import Model\nimport Alamofire") == [])
    }

    @Test func `a path or a name that matches no module is a warning`() throws {
        var package = try package
        #expect(package.checker.violationsOfPackage().map(\.subject) == ["Alamofire"])
        package.sources["Network"] = "import Alamofire"
        #expect(package.checker.violationsOfPackage() == [])
        // The path of `Tests` has a wildcard, which may match nothing yet.
        package.modules.removeAll { ["HomeUITests", "Model"].contains($0.name) }
        let found = package.checker.violationsOfPackage().filter { $0.rule == .emptyLayer }
        #expect(found.map(\.message) == ["'Sources/Model' in the layer 'Model' matches no module"])
        #expect(found.allSatisfy { $0.rule.severity == .warning })
    }

    @Test func `an exception allows one module to depend on one other`() throws {
        #expect(try package.violations("OldUI", "import Network\nimport Model") == [])
    }

    @Test func `an exception that is not needed is a warning`() throws {
        var package = try package
        package.sources["Network"] = "import Alamofire"
        package.change("OldUI") { $0.dependencies = ["Model"] }
        #expect(package.checker.violationsOfPackage().map(\.rule) == [.unusedException])
        package.sources["OldUI"] = "import Network"
        #expect(package.checker.violationsOfPackage() == [])
        package.rules.exceptions = [
            .init(module: "HomeUI", dependsOn: "Model", reason: "x"),
            .init(module: "Gone", dependsOn: "Model", reason: "x"),
        ]
        #expect(
            package.checker.violationsOfPackage().map(\.message) == [
                "'HomeUI' needs no exception to depend on 'Model': the layers allow it",
                "'Gone' needs no exception to depend on 'Model': module 'Gone' not found",
            ])
    }

    @Test func `an added layer is visible to the layers that it names`() throws {
        var package = try package
        package.modules.append(Module(name: "Analytics", kind: .library, folder: "Kits/Analytics"))
        package.change("HomeUI") { $0.dependencies = ["Analytics", "Model"] }
        package.change("Network") { $0.dependencies = ["Analytics", "Model"] }
        let kits = #"{ "name": "Kits", "paths": ["Kits/*"], "canDependOn": [], "visibleTo": ["UI"] },"#
        package.rules = try rules(layers.replacing(#""layers": ["#, with: #""layers": [ \#(kits)"#))
        #expect(package.violations("HomeUI", "import Analytics\nimport Model") == [])
        let found = package.violations("Network", "import Analytics\nimport Model")
        #expect(found.map(\.message) == ["'Network' depends on 'Analytics', which only UI, Tests can depend on"])
    }

    @Test func `only a granted dependency can be declared without an import`() throws {
        var package = try package
        let model = #""canDependOn": ["Model"]"#
        package.rules = try rules(layers.replacing(model, with: #""canDependOn": [], "granted": ["Model"]"#))
        package.change("HomeUI") { $0.dependencies = ["Model"] }
        #expect(package.violations("HomeUI", "import Foundation") == [])
        #expect(package.violations("HomeUI", "import Model") == [])
        #expect(package.violations("Network", "import Foundation").map(\.rule) == [.unusedDependency])
    }

    @Test func `without layers, every declared dependency is allowed, and re-exports are too`() throws {
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
            Module(name: "A", kind: .library, folder: "Sources/A", dependencies: ["LoggingTools"]),
            Module(name: "B", kind: .library, folder: "Sources/B", dependencies: ["A"]),
        ]
        #expect(package.violations("A", "import Logging\nimport LoggingTools") == [])
        #expect(package.violations("B", "import A\nimport Logging").map(\.rule) == [.undeclaredImport])
    }

    @Test(arguments: [
        ("{", "not valid JSON"), ("[]", "Dictionary"),
        (
            #"{"layer": []}"#,
            "unknown key 'layer'; the known keys are documentation, layers, exceptions, reexports, container"
        ),
        (layer(#""paths": ["A"]"#), "layers[0]: the key 'canDependOn' is missing"),
        (layer(#""paths": ["A"], "canDependOn": "all""#), "layers[0].canDependOn: unknown layer 'all'"),
        (
            layer(#""paths": ["A"], "canDependOn": ["B"]"#),
            "layers[0].canDependOn: unknown layer 'B'; the layers are A"
        ),
        (layer(#""canDependOn": []"#), "layers[0]: 'A' requires paths, modules or kinds"),
        (layer(#""paths": ["A"], "canDependOn": [], "visibleTo": ["B"]"#), "layers[0].visibleTo: unknown layer 'B'"),
        (layer(#""paths": ["A"], "canDependOn": []"#, name: ""), "layers[0].name: a layer requires a name other than"),
        (layer(#""paths": ["A"], "canDependOn": []"#, name: "subject"), "layers[0].name: "),
        (#"{"layers": [{"name": 1, "paths": ["A"], "canDependOn": []}]}"#, "layers[0].name: "),
        (
            layer(#""paths": ["A"], "canDependOn": []}, {"name": "A", "paths": ["B"], "canDependOn": []"#),
            "two layers have the name 'A'"
        ),
        (
            #"{"exceptions": [{"module": "A", "dependsOn": "B", "reason": " "}]}"#,
            "exceptions[0].reason: an exception requires a reason"
        ),
        (
            #"{"container": {"class": "C", "module": "B", "protocolSuffix": "P", "declaredIn": ["A"]}}"#,
            "container.declaredIn: unknown layer 'A'"
        ),
    ])
    func `an invalid file is reported with the key, the reason and the remedy`(json: String, words: String) throws {
        let error = #expect(throws: LayerRulesError.self) { try rules(json) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        let message = error.map { LayerRulesError(path: "b.json", $0).description } ?? ""
        #expect(message.hasPrefix("b.json: ") && message.hasSuffix("; 'bulkhead check --help' shows an example"))
    }

    private static func layer(_ keys: String, name: String = "A") -> String {
        #"{"layers": [{"name": "\#(name)", \#(keys)}]}"#
    }
}
