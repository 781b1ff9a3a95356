import Scaffolding
import Testing

/// Edits that keep everything but what they are about.
struct ManifestEditorTests {
    private static func manifest(_ targets: String) -> String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "Shop", /* targets: [ */
            products: [.library(name: "Payments", targets: ["Payments"])],
            targets: [
        \(targets)
            ],
            swiftLanguageModes: [.v6])

        extension Target { static func interface() {} }
        """
    }

    private func edited(
        _ targets: String, _ change: (inout ManifestEditor) throws -> Void
    ) throws -> String {
        var editor = try ManifestEditor(Self.manifest(targets))
        try change(&editor)
        return editor.text
    }

    private let shop = """
                // Services: what Core asks for
                .service("Files"),  // kept: a comment
                .tests("Files", uses: ["Core"]),

                // Features: each with its interface
                .interface("Notes", also: ["Core"]),
                .implementation("Notes", also: ["Core"]),

                // Programs
                .bootstrap(
                    services: ["Files"], features: ["Notes"]),
                .app("Shop", features: []),
        """

    @Test func `a feature goes behind the last one, apart from it`() throws {
        let text = try edited(shop) {
            try $0.insert([".interface(\"Payments\")", ".implementation(\"Payments\")"], into: .features)
        }
        let lines = """
                    .implementation("Notes", also: ["Core"]),

                    .interface("Payments"),
                    .implementation("Payments"),

                    // Programs
            """
        #expect(text.contains(lines))
    }

    @Test func `a service goes behind the tests of the last one, and a comment stays with its line`() throws {
        let text = try edited(shop) { try $0.insert([".service(\"Clock\")"], into: .services) }
        #expect(text.contains("uses: [\"Core\"]),\n        .service(\"Clock\"),\n\n        // Features"))
        #expect(text.contains(".service(\"Files\"),  // kept: a comment\n"))
    }

    @Test func `the first feature goes under the comment of its group`() throws {
        let empty =
            "        // Features: none yet\n        // so far\n\n        // Programs\n        .bootstrap(services: [], features: [])"
        let text = try edited(empty) { try $0.insert([".interface(\"Payments\")"], into: .features) }
        #expect(text.contains("// so far\n        .interface(\"Payments\"),\n\n        // Programs\n"))
    }

    @Test func `without a comment the first feature goes before Bootstrap`() throws {
        let empty = "        .module(\"Core\"),\n        // Programs\n        .bootstrap(services: [], features: [])"
        let text = try edited(empty) { try $0.insert([".interface(\"Payments\")"], into: .features) }
        #expect(text.contains(".module(\"Core\"),\n        .interface(\"Payments\"),\n\n        // Programs\n"))
    }

    @Test func `a last target without a comma gets one`() throws {
        let text = try edited("        .interface(\"Notes\")  // the last") {
            try $0.insert([".interface(\"Payments\")"], into: .features)
        }
        #expect(text.contains(".interface(\"Notes\"),  // the last\n\n        .interface(\"Payments\"),\n    ],"))
    }

    @Test(arguments: [
        (
            "services", "bootstrap",
            ".bootstrap(\n            services: [\"Files\", \"Payments\"], features: [\"Notes\"])"
        ),
        ("features", "app", ".app(\"Shop\", features: [\"Payments\"])"),
        ("also", "service", ".service(\"Files\", also: [\"Payments\"]),  // kept"),
        ("uses", "tests", ".tests(\"Files\", uses: [\"Core\", \"Payments\"])"),
    ])
    func `a string is added to a list, which is made if need be`(label: String, verb: String, result: String) throws {
        let text = try edited(shop) { try $0.append("Payments", to: label, ofVerb: verb) }
        #expect(text.contains(result))
    }

    @Test func `a string that is there already is not added`() throws {
        #expect(
            try edited(shop) { try $0.append("Core", to: "also", ofVerb: "interface") } == Self.manifest(shop))
    }

    @Test func `a string goes from every list, and an empty list of uses with its label`() throws {
        let text = try edited(shop) { try $0.removeValue("Core") }
        #expect(!text.contains("Core\""))
        #expect(text.contains(".interface(\"Notes\"),\n        .implementation(\"Notes\"),"))
        let other = try edited(shop) { try $0.removeValue("Files") }
        #expect(other.contains("services: [], features"))
        #expect(other.contains(".service(\"Files\")"))
    }

    @Test func `what was inserted can be removed, and the manifest is what it was`() throws {
        let empty = "        // Features: none\n\n        // Programs\n        .bootstrap(services: [], features: [])"
        for targets in [shop, empty, "        .interface(\"Notes\"),"] {
            let text = try edited(targets) { editor in
                try editor.insert([".interface(\"A\")", ".implementation(\"A\", uses: [\"B\"])"], into: .features)
                for verb in ["interface", "implementation"] {
                    guard let entry = editor.entry(verb, named: "A") else { continue }
                    try editor.remove(entry)
                }
            }
            #expect(text == Self.manifest(targets))
        }
    }

    @Test func `the first group goes, and the comment above stays at the next`() throws {
        let text = try edited("        // Features\n        .interface(\"A\"),\n\n        .interface(\"B\"),") {
            editor in
            guard let entry = editor.entry("interface", named: "A") else { return }
            try editor.remove(entry)
        }
        #expect(text == Self.manifest("        // Features\n        .interface(\"B\"),"))
    }

    @Test func `a comment goes with the target that it names`() throws {
        let text = try edited("        .interface(\"B\"),\n        // A is odd\n        .interface(\"A\"),") {
            editor in
            guard let entry = editor.entry("interface", named: "A") else { return }
            try editor.remove(entry)
        }
        #expect(text == Self.manifest("        .interface(\"B\"),"))
    }

    @Test func `strings get other values wherever they stand alone`() throws {
        let text = try edited("        .interface(\"Payments\", uses: [\"PaymentsX\"]),") {
            try $0.rename(["Payments": "Invoices"])
        }
        #expect(text.contains(".library(name: \"Invoices\", targets: [\"Invoices\"])"))
        #expect(text.contains(".interface(\"Invoices\", uses: [\"PaymentsX\"])"))
    }

    @Test(
        arguments: [
            ("let package = Package(name: \"A\", targets: all)", nil, "no list 'targets"),
            ("let package = Package(name: \"A\", targets: [.app(\"A\")] + more)", 1, "put together"),
            (
                "let package = Package(name: \"A\", targets: [\n.app(\"A\"),\nfeature(\"B\")])", 3,
                "not written as '.verb( … )'"
            ),
            (
                "let package = Package(name: \"A\", targets: [\n#if os(Linux)\n.app(\"A\")\n#endif\n])", 2,
                "not written as"
            ),
            ("let package = Package(name: \"A\", targets: [.app(\"A\"", nil, "does not end"),
            ("let package = Package(name: \"A\", targets: [.app(\"A\").with(1)])", 1, "something follows"),
            ("", nil, "no list 'targets"),
        ] as [(String, Int?, String)])
    func `what is not understood is said, with its line`(text: String, line: Int?, words: String) throws {
        do {
            _ = try ManifestEditor(text)
            Issue.record("it was understood")
        } catch ScaffoldingError.manifestNotUnderstood(let place, let reason, _) {
            #expect(reason.contains(words) && (line == nil || place == line), "\(reason), \(String(describing: place))")
        }
    }

    @Test func `a verb that is missing is said`() throws {
        let editor = try ManifestEditor(Self.manifest(shop))
        try editor.require("interface")
        #expect(throws: ScaffoldingError.self) { try editor.require("interface", "implementation") }
    }
}
