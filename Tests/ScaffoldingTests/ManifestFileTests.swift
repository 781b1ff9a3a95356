import Scaffolding
import Testing

struct ManifestFileTests {
    private let text = """
        // The features of "Shop".
        let features = [
            Feature("Notes"),
            Feature(
                "Tags", uses: ["Notes"],
                embeds: ["a.html"]),  // wide
        ]

        /// The services.
        let services: [Service] = []
        let tests = [Target.tests(of: nil, dependsOn: ["Notes", "NotesInterface"])]

        """

    @Test func `an element is added before the closing bracket, and its removal restores every byte`() throws {
        var manifest = ManifestFile(text)
        try manifest.add("Feature(\"Bills\", uses: [\"Tags\"])", to: .features)
        #expect(manifest.text.contains("wide\n    Feature(\"Bills\", uses: [\"Tags\"]),\n]\n"))
        #expect(try manifest.names(in: .features) == ["Notes", "Tags", "Bills"])
        try manifest.remove("Bills", from: .features)
        #expect(manifest.text == text)
    }

    @Test func `the first element and its removal`() throws {
        var manifest = ManifestFile(text)
        try manifest.add("Service(\"Files\")", to: .services)
        #expect(manifest.text.contains("let services: [Service] = [\n    Service(\"Files\")\n]\n"))
        try manifest.add("Service(\"Redis\")", to: .services)
        #expect(manifest.text.contains("[\n    Service(\"Files\"),\n    Service(\"Redis\"),\n]\n"))
        try manifest.remove("Redis", from: .services)
        #expect(manifest.text.contains("[\n    Service(\"Files\")\n]\n"))
        try manifest.remove("Files", from: .services)
        #expect(manifest.text == text)
    }

    @Test func `an element of several lines is removed with all of them`() throws {
        var manifest = ManifestFile(text)
        try manifest.remove("Tags", from: .features)
        #expect(manifest.text.contains("let features = [\n    Feature(\"Notes\")\n]\n"))
    }

    @Test func `a new name replaces whole strings, there and back`() throws {
        var manifest = ManifestFile(text)
        manifest.rename(["Notes": "Journal", "NotesInterface": "JournalInterface"])
        #expect(manifest.text.contains("Feature(\"Journal\"),\n") && manifest.text.contains("uses: [\"Journal\"]"))
        #expect(manifest.text.contains("dependsOn: [\"Journal\", \"JournalInterface\"]"))
        #expect(!manifest.text.contains("Notes"))
        manifest.rename(["Journal": "Notes", "JournalInterface": "NotesInterface"])
        #expect(manifest.text == text)
    }

    @Test func `uses are lines outside the element itself`() throws {
        let manifest = ManifestFile(text)
        #expect(
            try manifest.uses(of: ["Notes", "NotesInterface"], outside: "Notes", of: .features) == [
                "Package.swift:5: names 'Notes'", "Package.swift:11: names 'Notes'",
                "Package.swift:11: names 'NotesInterface'",
            ])
        #expect(try manifest.uses(of: ["Tags"], outside: "Tags", of: .features) == [])
    }

    @Test(
        arguments: [
            ("", nil, "it does not declare 'let features: [Feature] = [ … ]'"),
            ("let features = names.map { Feature($0) }", nil, "it does not declare"),
            (
                "let features = [\nFeature(\"A\"),\n.module(\"B\")]", 3,
                "an element of 'features' does not begin with 'Feature(\"'"
            ),
            ("let features = [\nFeature(name)]", 2, "an element of 'features' does not begin"),
            ("let features = [\nFeature(\"A\"]", 2, "an element of 'features' does not begin"),
            ("let features = [Feature(\"A\")", nil, "'features' does not end"),
            ("let features = [\n    Feature(\"A\")]", 2, "the bracket that closes 'features' shares its line"),
        ] as [(String, Int?, String)])
    func `a manifest in another form is refused with its line and a remedy`(text: String, line: Int?, reason: String) {
        var manifest = ManifestFile(text)
        let error = #expect(throws: ScaffoldingError.self) { try manifest.add("Feature(\"B\")", to: .features) }
        guard case .manifestNotUnderstood(line, let words, let remedy)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(words.hasPrefix(reason) && !remedy.isEmpty)
        #expect(manifest.text == text)
    }

    @Test func `an element that shares its line is not removed`() {
        var manifest = ManifestFile("let features = [\n    Feature(\"A\"), Feature(\"B\"),\n]")
        #expect(throws: ScaffoldingError.self) { try manifest.remove("A", from: .features) }
    }
}
