import BoundaryRules
import Foundation
import PackageManifestTesting
import ProgramTesting
import Testing

/// Compares the JSON Schema of the rules file with the parser.
struct SchemaTests {
    private let schema: [String: Any]

    init() throws {
        let text = try Workspace.text(of: "Modules/Toolkit/Boundaries/boundaries.schema.json")
        let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
        schema = try #require(json as? [String: Any])
    }

    private func definition(
        _ name: String,
        at location: SourceLocation = #_sourceLocation
    ) throws -> [String: Any] {
        if name == "file" {
            return schema
        }
        let definitions = schema["definitions"] as? [String: [String: Any]]
        return try #require(definitions?[name], sourceLocation: location)
    }

    private func keys(
        _ name: String,
        at location: SourceLocation = #_sourceLocation
    ) throws -> [String] {
        let properties = try definition(name, at: location)["properties"] as? [String: Any]
        return try #require(properties, sourceLocation: location).keys.sorted()
    }

    /// A row contains the definition of an object, a file with the object, and the fields that the
    /// object requires.
    static let objects = Row.table(
        """
        file → OBJECT
        layer → {"layers": [OBJECT]} → "name": "A" → "canDependOn": [] → "paths": ["A"]
        exception → {"exceptions": [OBJECT]} → "module": "A" → "dependsOn": "B" → "reason": "x"
        container → {"container": OBJECT} → "class": "C" → "module": "B" → "protocolSuffix": "P" → "declaredIn": []
        restriction → {"rules": [OBJECT]} → "from": "*" → "deny": []
        reservation → {"rules": [OBJECT]} → "to": "*" → "onlyFrom": "*"
        """
    )

    /// Parses a file in which an object has the given fields.
    private func parse(_ object: Row, _ fields: [String]) throws {
        let text = "{\(fields.joined(separator: ", "))}"
        _ = try LayerRules(object[1].replacing("OBJECT", with: text))
    }

    @Test(arguments: objects)
    func `the schema has the keys that the parser accepts`(object: Row) throws {
        let error = try #require(throws: LayerRulesError.self) {
            try parse(object, object[2...] + ["\"?\": 1"])
        }
        #expect(error.message.contains("unknown key '?'"))
        let list = try #require(error.message.split(separator: "the known keys are ").last)
        let known = list.split(separator: ", ").map(String.init)
        #expect(try keys(object[0]) == known.sorted())
        let others = try definition(object[0])["additionalProperties"]
        #expect(others as? Bool == false)
    }

    @Test(arguments: objects.dropFirst())
    func `the parser requires each key that the schema requires`(object: Row) throws {
        let fields = object[2...]
        try parse(object, fields)
        let required = try #require(try definition(object[0])["required"] as? [String])
        #expect(!required.isEmpty)
        for key in required {
            let others = fields.filter { !$0.hasPrefix("\"\(key)\"") }
            #expect(others.count == fields.count - 1)
            #expect(throws: LayerRulesError.self, "\(key)") { try parse(object, others) }
        }
    }

    @Test(arguments: ["file", "layer", "exception", "container", "restriction"])
    func `the page RulesFile.md names each key`(name: String) throws {
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
