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

    @Test(
        arguments: Row.table(
            """
            apps("Shop") → Package.swift: no function with the parameters 'uses' and 'tests' declares 'Shop'; declare it as in a new workspace
            app("Shop"), app("Shop") → Package.swift:1: the manifest declares it several times; add "Core" to `uses` of app("Shop")
            """
        )
    )
    func `an element that the manifest does not declare once cannot be extended`(row: Row) throws {
        var manifest = ManifestFile("\(row[0])\nfunc app(_ name: String, uses: [String] = [])")
        let message = try errorMessage { try manifest.add(["Core"], to: .uses, of: "Shop") }
        #expect(message.hasPrefix(row[1]))
    }

    @Test func `adding a target adds a missing comma, and removal restores every byte`() throws {
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
        var empty = ManifestFile("let foundation: [Target] = []")
        try empty.add(target: ".target(name: \"A\")")
        #expect(empty.text == "let foundation: [Target] = [\n    .target(name: \"A\"),]")
        try manifest.remove(target: "Example")
        try manifest.remove(target: "NotesExample")
        #expect(manifest.text == text)
        var other = ManifestFile("let foundation = targets")
        let message = try errorMessage { try other.add(target: ".target(name: \"A\")") }
        let reason = "it does not declare 'let foundation: [Target] = [ … ]'"
        let remedy = "declare it as in a new workspace"
        #expect(message == "Package.swift: \(reason); \(remedy); nothing was changed")
    }

    @Test func `renames only whole strings in the manifest`() throws {
        var manifest = ManifestFile(Self.text)
        manifest.rename(["Notes": "Journal"])
        #expect(manifest.text == Self.text.replacing("\"Notes\"", with: "\"Journal\""))
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

    /// Version 1.0.0 wrote manifests whose features are values of the type `Feature`.
    @Test(
        arguments: Row.table(
            """
             → : \(declaration)
            let features: [[Target]] = names.map { feature($0) } → : \(declaration)
            let features: [Feature] = [⏎    Feature("A")⏎] → : \(declaration)
            let features: [[Target]] = [⏎feature("A"),⏎B] → :3: \(element)
            let features: [[Target]] = [⏎feature(name)] → :2: \(element)
            let features: [[Target]] = [⏎feature("A"] → :2: \(element)
            let features: [[Target]] = [⏎[.target(name: "A")]] → :2: \(element)
            let features: [[Target]] = [feature("A") → : 'features' has no closing bracket; add ']'; 
            let features: [[Target]] = [⏎    feature("A")] → :2: the closing bracket of 'features' is not on its own line; move it to its own line; 
            """
        )
    )
    func `the error for an unsupported manifest contains the line and a remedy`(row: Row) throws {
        let text = row.lines(0)
        var manifest = ManifestFile(text)
        let message = try errorMessage { try manifest.add("B", to: .feature) }
        #expect(message.hasPrefix("Package.swift\(row[1])"))
        #expect(manifest.text == text)
    }

    @Test func `an element that shares its line cannot be removed`() throws {
        var manifest = ManifestFile(
            "let features: [[Target]] = [\n    feature(\"A\"), feature(\"B\"),\n]"
        )
        let message = try errorMessage { try manifest.remove("A", from: .feature) }
        let remedy = "move it to its own line; nothing was changed"
        #expect(message == "Package.swift:2: 'A' is not on its own line; \(remedy)")
    }
}
