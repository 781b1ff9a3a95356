import Foundation
import ProgramTesting
import Scaffolding
import Testing

struct TemplateTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(
        _ files: [String: String], names: [String: String] = ["FeatureName": "Payments", "featureName": "payments"]
    ) throws -> [String] {
        for (name, text) in files { try folder.write(text, to: "template/\(name)") }
        return try Template(folder.path("template")).write(to: folder.path("made"), names: names)
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder.path("made/\(name)"), encoding: .utf8)
    }

    @Test func `placeholders are replaced in texts and in paths`() throws {
        let written = try write([
            "Tests/FeatureNameTests/FeatureNameTests.swift": "struct FeatureNameTests { let featureName: FeatureName }"
        ])
        #expect(written == ["Tests/PaymentsTests/PaymentsTests.swift"])
        #expect(try text(written[0]) == "struct PaymentsTests { let payments: Payments }")
    }

    @Test func `what stands in the place of one placeholder is not taken for another`() throws {
        _ = try write(
            ["a": "FeatureName RoleName"], names: ["FeatureName": "RoleName", "RoleName": "FeatureName"])
        #expect(try text("a") == "RoleName FeatureName")
    }

    @Test func `of two placeholders that begin alike the longer one is meant`() throws {
        _ = try write(["a": "NameTwo Name NameTwoName"], names: ["Name": "1", "NameTwo": "2"])
        #expect(try text("a") == "2 1 21")
    }

    @Test func `all else stays to the letter`() throws {
        let other = "Fea featurename 👩‍👩‍👧 F\u{301}eatureName\r\nname: $FEATURE\u{0}\n"
        _ = try write(["a": other, "empty": ""])
        #expect(try Array(text("a").utf8) == Array(other.utf8))
        #expect(try text("empty").isEmpty)
    }

    @Test func `hidden files and folders are files like others`() throws {
        #expect(try write([".ci/run": "", ".gitignore": "", ".DS_Store": ""]) == [".ci/run", ".gitignore"])
    }

    @Test func `what can be executed stays so, and only that`() throws {
        let script = try folder.write("#!/bin/sh\n", to: "template/run")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        _ = try write(["plain": ""])
        let isExecutable = FileManager.default.isExecutableFile(atPath:)
        #expect(isExecutable(folder.path("made/run")))
        #expect(!isExecutable(folder.path("made/plain")))
    }

    @Test func `what is no text is copied as it is`() throws {
        try folder.write("", to: "template/picture")
        let bytes = Data([0xFF, 0xD8, 0x00] + Array("FeatureName".utf8))
        try bytes.write(to: URL(filePath: folder.path("template/picture")))
        _ = try write([:])
        #expect(try Data(contentsOf: URL(filePath: folder.path("made/picture"))) == bytes)
    }

    @Test func `files that do not belong to it are left out`() throws {
        for name in ["a.swift", "Guide.docc/b.md"] { try folder.write("", to: "template/\(name)") }
        let template = Template(folder.path("template")) { !$0.contains(".docc/") }
        #expect(try template.write(to: folder.path("made"), names: [:]) == ["a.swift"])
    }

    @Test func `what cannot be read or written is named`() throws {
        let missing = folder.path("nowhere")
        #expect(throws: ScaffoldingError.self) { try Template(missing).files() }
        try folder.write("", to: "made")
        let error = #expect(throws: ScaffoldingError.self) { try write(["a": ""]) }
        guard case .cannotWrite(folder.path("made/a"), _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
