import BoundaryRules
import Foundation
import PackageManifestTesting
import Testing

/// Compares the JSON Schema of the rules file with the parser.
struct SchemaTests {
    private let schema: [String: Any]

    init() throws {
        let text = try Workspace.text(of: "Modules/Toolkit/Boundaries/boundaries.schema.json")
        let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
        schema = try #require(json as? [String: Any])
    }

    private func definition(_ name: String?) throws -> [String: Any] {
        guard let name else { return schema }
        let definitions = try #require(schema["definitions"] as? [String: [String: Any]])
        return try #require(definitions[name])
    }

    private func keys(_ name: String?) throws -> [String] {
        try #require(definition(name)["properties"] as? [String: Any]).keys.sorted()
    }

    /// An object of the file with the keys that it requires.
    struct Object: Sendable, CustomTestStringConvertible {
        let definition: String?
        let file: String
        let fields: [String]

        init(_ definition: String?, _ file: String, _ fields: String...) {
            self.definition = definition
            self.file = file
            self.fields = fields
        }

        var testDescription: String { definition ?? "file" }

        func rules(_ fields: [String]) throws -> LayerRules {
            try LayerRules(file.replacing("OBJECT", with: "{\(fields.joined(separator: ", "))}"))
        }
    }

    static let objects = [
        Object(nil, "OBJECT"),
        Object(
            "layer",
            #"{"layers": [OBJECT]}"#,
            #""name": "A""#,
            #""canDependOn": []"#,
            #""paths": ["A"]"#
        ),
        Object(
            "exception",
            #"{"exceptions": [OBJECT]}"#,
            #""module": "A""#,
            #""dependsOn": "B""#,
            #""reason": "x""#
        ),
        Object(
            "container",
            #"{"container": OBJECT}"#,
            #""class": "C""#,
            #""module": "B""#,
            #""protocolSuffix": "P""#,
            #""declaredIn": []"#
        ),
        Object("restriction", #"{"rules": [OBJECT]}"#, #""from": "*""#, #""deny": []"#),
        Object("reservation", #"{"rules": [OBJECT]}"#, #""to": "*""#, #""onlyFrom": "*""#),
    ]

    @Test(arguments: objects)
    func `the schema has the keys that the parser accepts`(object: Object) throws {
        let error = try #require(throws: LayerRulesError.self) {
            try object.rules(object.fields + [#""?": 1"#])
        }
        #expect(error.message.contains("unknown key '?'"))
        let list = try #require(error.message.split(separator: "the known keys are ").last)
        let known = list.split(separator: ", ").map(String.init)
        #expect(try keys(object.definition) == known.sorted())
        let others = try definition(object.definition)["additionalProperties"]
        #expect(others as? Bool == false)
    }

    @Test(arguments: objects.dropFirst())
    func `the parser requires each key that the schema requires`(object: Object) throws {
        _ = try object.rules(object.fields)
        let required = try #require(try definition(object.definition)["required"] as? [String])
        #expect(!required.isEmpty)
        for key in required {
            let others = object.fields.filter { !$0.hasPrefix("\"\(key)\"") }
            #expect(others.count == object.fields.count - 1)
            #expect(throws: LayerRulesError.self, "\(key)") { try object.rules(others) }
        }
    }

    @Test(arguments: [nil, "layer", "exception", "container", "restriction"])
    func `the page RulesFile.md names each key`(name: String?) throws {
        let page = try Workspace.text(of: "Docs/RulesFile.md")
        let missing = try keys(name).filter {
            !page.contains("`\($0)`") && !page.contains("\"\($0)\":")
        }
        #expect(missing == [])
    }

    @Test func `the schema has all rules and kinds`() throws {
        #expect(try definition("ruleName")["enum"] as? [String] == Rule.allCases.map(\.rawValue))
        let layer = try #require(try definition("layer")["properties"] as? [String: [String: Any]])
        let kinds = try #require(layer["kinds"]?["items"] as? [String: [String]])
        #expect(kinds["enum"] == Module.Kind.allCases.map(\.rawValue))
    }

    @Test func `the rules file accepts the path of a schema`() throws {
        _ = try LayerRules(#"{"$schema": "boundaries.schema.json", "layers": []}"#)
    }
}
