import Foundation
import ProgramTesting
import Scaffolding
import Testing

struct TemplateTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func texts(
        _ files: [String: String], names: [String: String] = ["FeatureName": "Payments", "featureName": "payments"]
    ) throws -> [String: String] {
        for (name, text) in files { try folder.write(text, to: "template/\(name)") }
        return try Template(folder.path("template")).texts(names: names)
    }

    @Test func `placeholders are replaced in texts and in paths`() throws {
        let texts = try texts([
            "Tests/FeatureNameTests/FeatureNameTests.swift": "struct FeatureNameTests { let featureName: FeatureName }"
        ])
        #expect(
            texts == ["Tests/PaymentsTests/PaymentsTests.swift": "struct PaymentsTests { let payments: Payments }"])
    }

    @Test func `a replacement is not searched for other placeholders`() throws {
        let texts = try texts(
            ["a": "FeatureName RoleName"], names: ["FeatureName": "RoleName", "RoleName": "FeatureName"])
        #expect(texts == ["a": "RoleName FeatureName"])
    }

    @Test func `of two placeholders with one beginning the longer one is replaced`() throws {
        #expect(
            try texts(["a": "NameTwo Name NameTwoName"], names: ["Name": "1", "NameTwo": "2"]) == ["a": "2 1 21"])
    }

    @Test func `everything else stays byte for byte`() throws {
        let other = "Fea featurename 👩‍👩‍👧 F\u{301}eatureName\r\nname: $FEATURE\u{0}\n"
        let texts = try texts(["a": other, "empty": ""])
        #expect(Array((texts["a"] ?? "").utf8) == Array(other.utf8))
        #expect(texts["empty"] == "")
    }

    @Test func `hidden files are files of the template`() throws {
        #expect(
            try texts([".ci/run": "", ".gitignore": "", ".DS_Store": ""]).keys.sorted() == [".ci/run", ".gitignore"])
    }

    @Test func `a folder that cannot be read is named`() throws {
        let missing = folder.path("nowhere")
        let error = #expect(throws: ScaffoldingError.self) { try Template(missing).files() }
        guard case .cannotWrite(missing, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
