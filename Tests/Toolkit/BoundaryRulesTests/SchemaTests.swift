import BoundaryRules
import Foundation
import Testing

/// Compares the JSON Schema of the rules file with the parser.
struct SchemaTests {
    private func schema() throws -> [String: Any] {
        let file = Workspace.root.appending(
            path: "Modules/Toolkit/Boundaries/boundaries.schema.json"
        )
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        return try #require(json as? [String: Any])
    }

    private func definition(_ name: String) throws -> [String: Any] {
        let definitions = try #require(schema()["definitions"] as? [String: Any])
        return try #require(definitions[name] as? [String: Any])
    }

    private func error(_ json: String) -> String {
        do {
            _ = try LayerRules(json)
            return ""
        } catch { return error.message }
    }

    /// An object of the file that contains an unknown key, so that the parser lists the known keys.
    private struct Object {
        let definition: String?
        let json: String
    }

    private static let objects = [
        Object(definition: nil, json: #"{"?": 1}"#),
        Object(definition: "layer", json: #"{"layers": [{"?": 1}]}"#),
        Object(definition: "module", json: #"{"modules": [{"?": 1}]}"#),
        Object(definition: "exception", json: #"{"exceptions": [{"?": 1}]}"#),
        Object(definition: "container", json: #"{"container": {"?": 1}}"#),
        Object(definition: "restriction", json: #"{"rules": [{"from": "*", "?": 1}]}"#),
        Object(definition: "reservation", json: #"{"rules": [{"to": "*", "?": 1}]}"#),
    ]

    @Test(arguments: objects.indices)
    func `the schema has the keys that the parser accepts`(index: Int) throws {
        let object = Self.objects[index]
        let schema = try object.definition.map(definition) ?? schema()
        let properties = try #require(schema["properties"] as? [String: Any])
        let text = error(object.json)
        let list = try #require(text.split(separator: "the known keys are ").last)
        let keys = list.split(separator: ", ").map(String.init)
        #expect(text.contains("unknown key '?'"))
        #expect(properties.keys.sorted() == keys.sorted())
        #expect(schema["additionalProperties"] as? Bool == false)
    }

    @Test(arguments: objects.indices)
    func `the parser also requires each key that the schema requires`(index: Int) throws {
        let object = Self.objects[index]
        guard let name = object.definition else { return }
        let required = try #require(try definition(name)["required"] as? [String])
        for key in required where !["from", "to"].contains(key) {
            let empty = object.json.replacing(#""?": 1"#, with: "")
                .replacing(", }", with: "}")
            #expect(error(empty) != "", "\(name).\(key)")
        }
    }

    @Test(arguments: [nil, "layer", "module", "exception", "container", "restriction"])
    func `the page RulesFile.md names each key`(name: String?) throws {
        let page = try String(
            contentsOf: Workspace.root.appending(path: "Docs/RulesFile.md"),
            encoding: .utf8
        )
        let schema = try name.map(definition) ?? schema()
        let properties = try #require(schema["properties"] as? [String: Any])
        for key in properties.keys {
            #expect(page.contains("`\(key)`") || page.contains("\"\(key)\":"), "\(key)")
        }
    }

    @Test func `the schema has all rules and kinds`() throws {
        #expect(try definition("ruleName")["enum"] as? [String] == Rule.allCases.map(\.rawValue))
        let layer = try #require(try definition("layer")["properties"] as? [String: [String: Any]])
        let kinds = try #require(layer["kinds"]?["items"] as? [String: [String]])
        #expect(kinds["enum"] == Module.Kind.allCases.map(\.rawValue))
    }

    @Test func `the rules file accepts the path of a schema`() throws {
        let json =
            #"{"$schema": "Modules/Toolkit/Boundaries/boundaries.schema.json", "layers": []}"#
        #expect(error(json) == "")
    }
}
