import Foundation
import ProgramTesting
import Scaffolding
import Testing

struct TemplateTests {
    @Test(
        arguments: [
            // The longer of two placeholders is replaced, and replacements are not searched for
            // placeholders.
            ("NameTwo Name NameTwoName", ["Name": "1", "NameTwo": "2"], "2 1 21"),
            (
                "FeatureName RoleName", ["FeatureName": "RoleName", "RoleName": "FeatureName"],
                "RoleName FeatureName"
            ),
            (
                "Fea featurename 👩‍👩‍👧 F\u{301}eatureName\r\nname: $FEATURE\u{0}\n",
                ["FeatureName": "Pay"],
                "Fea featurename 👩‍👩‍👧 F\u{301}eatureName\r\nname: $FEATURE\u{0}\n"
            ),
        ])
    func `replaces the placeholders of a template`(
        text: String,
        names: [String: String],
        result: String
    ) throws {
        let folder = try TemporaryFolder(files: ["template/a": text])
        let replaced = try Template(folder.path("template")).texts(names: names)["a"] ?? "missing"
        #expect(Array(replaced.utf8) == Array(result.utf8))
    }

    @Test func `a template can have hidden files and placeholders in paths, and must exist`() throws
    {
        let files = [
            "FeatureNameTests/FeatureNameTests.swift", ".ci/run", ".gitignore", ".DS_Store",
        ]
        let folder = try TemporaryFolder(
            files: Dictionary(uniqueKeysWithValues: files.map { ($0, "") })
        )
        let paths = try Template(folder.url.path).texts(names: ["FeatureName": "Pay"]).keys.sorted()
        #expect(paths == [".ci/run", ".gitignore", "PayTests/PayTests.swift"])
        let message = try errorMessage {
            try Template(folder.path("nowhere")).texts()
        }
        #expect(message.contains("'\(folder.path("nowhere"))'"))
    }
}
