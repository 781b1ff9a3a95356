import BoundaryRules
import ProgramTesting
import Scaffolding
import Testing

struct ManifestFileTests {
    private static let text = """
        // The features of "Shop".
        let features: [[Target]] = [
            feature("Notes"),
            feature(
                "Tags", uses: ["Notes"],
                embeds: ["a.html"]),  // wide
        ]

        /// The services.
        let services: [[Target]] = []

        let apps: [[Target]] = [
            app("Shop", uses: interfaces)
        ]

        let foundation: [Target] = [
            .tests(of: "Core", uses: ["Notes", "NotesInterface"])
        ]

        """

    @Test
    func `removing elements that were appended to the manifest restores every byte`() throws {
        var manifest = ManifestFile(Self.text)
        try manifest.add("Music", to: .feature, arguments: ["uses": ["Tags"], "tests": []])
        #expect(manifest.text.contains("wide\n    feature(\"Music\", uses: [\"Tags\"]),\n]\n"))
        #expect(try manifest.names(in: .feature) == ["Notes", "Tags", "Music"])
        try manifest.remove("Music", from: .feature)
        #expect(manifest.text == Self.text)
        // An array with one element has no trailing comma.
        try manifest.add("Files", to: .service)
        #expect(manifest.text.contains("services: [[Target]] = [\n    service(\"Files\")\n]\n"))
        try manifest.add("Redis", to: .service)
        #expect(manifest.text.contains("[\n    service(\"Files\"),\n    service(\"Redis\"),\n]\n"))
        try manifest.remove("Redis", from: .service)
        #expect(manifest.text.contains("[\n    service(\"Files\")\n]\n"))
        try manifest.remove("Files", from: .service)
        #expect(manifest.text == Self.text)
        try manifest.add("Admin", to: .app)
        #expect(manifest.text.contains("    app(\"Admin\", uses: interfaces, tests: mocks),\n"))
        try manifest.remove("Admin", from: .app)
        #expect(manifest.text == Self.text)
        try manifest.remove("Tags", from: .feature)
        #expect(manifest.text.contains("features: [[Target]] = [\n    feature(\"Notes\")\n]\n"))
    }

    @Test func `a single-module feature becomes a feature with an interface`() throws {
        var manifest = ManifestFile(Self.text)
        let arguments: KeyValuePairs = ["uses": ["NotesInterface"]]
        try manifest.add("Music", to: .feature, isSingle: true, arguments: arguments)
        #expect(manifest.text.contains("    single(\"Music\", uses: [\"NotesInterface\"]),\n"))
        try manifest.makeFeature(ofSingle: "Music", exposing: ["Foundation", "TagsInterface"])
        #expect(manifest.text.contains("    feature(\"Music\", uses: [\"NotesInterface\"]),\n"))
        try manifest.remove("Music", from: .feature)
        #expect(manifest.text == Self.text)
    }

    @Test(
        arguments: Row.table(
            #"""
             → , uses: ["A", "B"], tests: ["C"]
            , uses: [] → , uses: ["A", "B"], tests: ["C"]
            , uses: ["B"], tests: ["X"] → , uses: ["A", "B"], tests: ["C", "X"]
            , tests: ["C"] → , uses: ["A", "B"], tests: ["C"]
            , uses: interfaces → , uses: interfaces + ["A", "B"], tests: ["C"]
            """#
        )
    )
    func `adds modules to the lists of an element that do not name them`(row: Row) throws {
        let services = { (lists: String) in
            "let services: [[Target]] = [\n    service(\"Music\"\(lists)),\n]\n"
                + "func service(_ name: String, uses: [String] = [], tests: [String] = [])"
        }
        var manifest = ManifestFile(services(row[0]))
        for _ in 1...2 {
            try manifest.add(["A", "B"], to: .uses, of: "Music")
            try manifest.add(["C"], to: .tests, of: "Music")
            #expect(manifest.text == services(row[1]))
        }
    }

    @Test func `an element that the manifest does not declare once cannot be extended`() throws {
        let function = "func app(_ name: String, uses: [String] = [])"
        for (line, place, reason) in [
            (
                #"apps("Shop")"#, nil,
                "no function with the parameters 'uses' and 'tests' declares 'Shop'; declare it as in a new workspace"
            ),
            (
                #"app("Shop"), app("Shop")"#, 1,
                #"the manifest declares several targets with this name; add "Core" to `uses` of app("Shop")"#
            ),
        ] as [(String, Int?, String)] {
            var manifest = ManifestFile("\(line)\n\(function)")
            let message = try errorMessage {
                try manifest.add(["Core"], to: .uses, of: "Shop")
            }
            let start = "Package.swift\(place.map { ":\($0)" } ?? ""): "
            #expect(message.hasPrefix(start + reason))
        }
    }

    @Test func `removing a target restores every byte but the comma before it`() throws {
        let text = Self.text.replacing("Interface\"])\n", with: "Interface\"]),\n")
        var manifest = ManifestFile(text)
        try manifest.add(target: ".executableTarget(name: \"NotesExample\", dependencies: [])")
        #expect(
            manifest.text.contains(
                ",\n    .executableTarget(name: \"NotesExample\", dependencies: []),\n]\n"
            )
        )
        var first = ManifestFile(Self.text)
        try first.add(target: ".target(name: \"A\")")
        #expect(first.text.contains("Interface\"]),\n    .target(name: \"A\"),\n]\n"))
        try manifest.remove(target: "Example")
        try manifest.remove(target: "NotesExample")
        #expect(manifest.text == text)
        var other = ManifestFile("let foundation = targets")
        #expect(
            throws: ScaffoldingError.unsupportedSource(
                path: "Package.swift",
                reason: "it does not declare 'let foundation: [Target] = [ … ]'",
                remedy: "declare it as in a new workspace"
            )
        ) {
            try other.add(target: ".target(name: \"A\")")
        }
    }

    @Test func `renames only whole strings in the manifest`() throws {
        var manifest = ManifestFile(Self.text)
        manifest.rename(["Notes": "Journal", "NotesInterface": "JournalInterface"])
        #expect(manifest.text.contains("feature(\"Journal\"),\n"))
        #expect(manifest.text.contains("uses: [\"Journal\"]"))
        #expect(manifest.text.contains("uses: [\"Journal\", \"JournalInterface\"]"))
        #expect(!manifest.text.contains("Notes"))
        manifest.rename(["Journal": "Notes", "JournalInterface": "NotesInterface"])
        #expect(manifest.text == Self.text)
    }

    @Test func `finds the uses of a module in the manifest, except in the element of its feature`()
        throws
    {
        let manifest = ManifestFile(Self.text)
        #expect(
            try manifest.uses(of: ["Notes", "NotesInterface"], outside: "Notes", of: .feature) == [
                "Package.swift:5: names 'Notes'", "Package.swift:17: names 'Notes'",
                "Package.swift:17: names 'NotesInterface'",
            ]
        )
        #expect(try manifest.uses(of: ["Tags"], outside: "Tags", of: .feature) == [])
    }

    private static let element =
        "an element of 'features' does not begin with 'feature(\"'; write it as 'feature(\"Name\", …)'; "

    private static let declaration =
        "it does not declare 'let features: [[Target]] = [ … ]'; declare it as in a new workspace; "

    @Test(
        arguments: [
            ("", nil, declaration),
            ("let features: [[Target]] = names.map { feature($0) }", nil, declaration),
            // Version 1.0.0 wrote manifests of these forms.
            ("let features: [Feature] = [\n    Feature(\"A\")\n]", nil, declaration),
            ("let features: [Feature] = []", nil, declaration),
            ("let features: [[Target]] = [\nfeature(\"A\"),\nB]", 3, element),
            ("let features: [[Target]] = [\nfeature(name)]", 2, element),
            ("let features: [[Target]] = [\nfeature(\"A\"]", 2, element),
            ("let features: [[Target]] = [\n[.target(name: \"A\")]]", 2, element),
            (
                "let features: [[Target]] = [feature(\"A\")", nil,
                "'features' has no closing bracket; add ']'; "
            ),
            (
                "let features: [[Target]] = [\n    feature(\"A\")]", 2,
                "the closing bracket of 'features' is not on its own line; move it to its own line; "
            ),
        ] as [(String, Int?, String)]
    )
    func `the error for an unsupported manifest contains the line and a remedy`(
        text: String,
        line: Int?,
        reason: String
    ) throws {
        var manifest = ManifestFile(text)
        let message = try errorMessage {
            try manifest.add("B", to: .feature)
        }
        let place = "Package.swift\(line.map { ":\($0)" } ?? ""): "
        #expect(message.hasPrefix(place + reason))
        #expect(manifest.text == text)
        var shared = ManifestFile(
            "let features: [[Target]] = [\n    feature(\"A\"), feature(\"B\"),\n]"
        )
        #expect(
            throws: ScaffoldingError.unsupportedSource(
                path: "Package.swift:2",
                reason: "'A' is not on its own line",
                remedy: "move it to its own line"
            )
        ) {
            try shared.remove("A", from: .feature)
        }
    }
}
