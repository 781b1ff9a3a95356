import BoundaryRules
import Foundation
import ProgramTesting
import Scaffolding
import Testing

struct EditTests {
    private let shop: SmallShop
    init() throws {
        shop = try SmallShop()
    }

    @Test func `a plan lists its edits, preserves permissions, and can be undone`()
        throws
    {
        let before = try shop.folder.contents()
        let files = FileManager.default
        for path in ["Tests/run", "Modules/Core/Text.swift"] {
            try files.setAttributes(
                [.posixPermissions: 0o755],
                ofItemAtPath: shop.folder.path(path)
            )
        }
        var plan = EditPlan(for: shop.workspace)
        plan.write("new", to: "Docs/New.md")
        plan.write(try plan.text("README.md"), to: "README.md")
        plan.write(try plan.text("Tests/run") + "true\n", to: "Tests/run")
        let store = "App/Store/Store.swift"
        try plan.move("App/Shop/Shop.swift", to: store)
        plan.write(try plan.text(store) + "let a = 1\n", to: store)
        plan.remove(["Modules/Core/Text.swift"])
        let changes = [
            Change(.removed, "App/Shop/Shop.swift"),
            Change(.added, "App/Store/Store.swift"),
            Change(.added, "Docs/New.md"),
            Change(.removed, "Modules/Core/Text.swift"),
            Change(.changed, "Tests/run"),
        ]
        #expect(plan.changes == changes)
        #expect(try shop.folder.differences(from: before) == [])
        let undo = try plan.write()
        #expect(try shop.folder.differences(from: before) == changes.map(\.path))
        #expect(try shop.text(store) == "import Bootstrap\nlet notes = 1\nlet a = 1\n")
        #expect(!shop.folder.exists("App/Shop"))
        #expect(try shop.text("Docs/New.md") == "new")
        #expect(files.isExecutableFile(atPath: shop.folder.path("Tests/run")))
        #expect(undo())
        #expect(try shop.folder.differences(from: before) == [])
        #expect(!shop.folder.exists("Docs"))
        for path in ["Tests/run", "Modules/Core/Text.swift"] {
            #expect(files.isExecutableFile(atPath: shop.folder.path(path)))
        }
    }

    @Test func `a failed edit undoes all previous edits`() throws {
        let before = try shop.folder.contents()
        var plan = EditPlan(for: shop.workspace)
        plan.write("new", to: "Docs/New.md")
        try plan.move("App/Shop/Shop.swift", to: "App/Store/Store.swift")
        plan.write("new", to: "Tests/run/New.md")
        let error = #expect(throws: ScaffoldingError.self) { try plan.write() }
        #expect(
            error?.message.hasPrefix(
                "cannot read or write '\(shop.folder.path("Tests/run/New.md"))': "
            ) == true
        )
        #expect(try shop.folder.differences(from: before) == [])
    }

    @Test func `the error of a failed removal contains the first path that cannot be removed`()
        throws
    {
        let before = try shop.folder.contents()
        var plan = EditPlan(for: shop.workspace)
        // These paths are folders, which a plan cannot remove.
        plan.remove([
            "Tests/NotesTests", "Modules/Core", "App/Shop", "Tests", "Modules", "App/Examples",
            "Modules/Bootstrap", "Modules/Features/Notes",
        ])
        let error = #expect(throws: ScaffoldingError.self) { try plan.write() }
        let path = shop.folder.path("App/Examples")
        #expect(error?.message.hasPrefix("cannot read or write '\(path)': ") == true)
        #expect(try shop.folder.differences(from: before) == [])
    }

    @Test func `an undo that cannot restore a file fails, but restores the other files`() throws {
        let readme = try shop.text("README.md")
        var plan = EditPlan(for: shop.workspace)
        try plan.move("App/Shop/Shop.swift", to: "App/Store/Store.swift")
        plan.write("new", to: "README.md")
        let undo = try plan.write()
        try shop.folder.remove("App/Store/Store.swift")
        #expect(!undo())
        #expect(try shop.text("README.md") == readme)
    }

    @Test func `edits whose check fails are undone`() async throws {
        struct Failure: Error {}
        let before = try shop.folder.contents()
        var plan = EditPlan(for: shop.workspace)
        try plan.move("App/Shop/Shop.swift", to: "App/Store/Store.swift")
        await #expect(throws: Failure.self) {
            try await plan.write { throw Failure() }
        }
        #expect(try shop.folder.differences(from: before) == [])
        let error = await #expect(throws: ScaffoldingError.self) {
            try await plan.write {
                // The file cannot be moved back.
                try shop.folder.remove("App/Store/Store.swift")
                throw Failure()
            }
        }
        let reason = ScaffoldingError.partiallyWritten(
            path: shop.workspace.root,
            reason: "Failure()"
        )
        #expect(error == reason)
    }

    @Test func `a plan reads only files that are valid UTF-8`() throws {
        let data = Data([0x61, 0xFF])
        try data.write(to: URL(filePath: shop.folder.path("README.md")))
        let plan = EditPlan(for: shop.workspace)
        #expect(
            throws: ScaffoldingError.unsupportedSource(
                path: "README.md",
                reason: "it is not valid UTF-8",
                remedy: "convert it to UTF-8"
            )
        ) {
            try plan.text("README.md")
        }
    }

    @Test func `a move does not replace an existing file`() throws {
        var plan = EditPlan(for: shop.workspace)
        #expect(
            throws: ScaffoldingError.exists(
                "'README.md'",
                remedy: "move it away, or choose another name"
            )
        ) {
            try plan.move("Tests/run", to: "README.md")
        }
    }

    private static let manifest = """
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
        var manifest = ManifestFile(Self.manifest)
        try manifest.add("Music", to: .feature, arguments: ["uses": ["Tags"], "tests": []])
        #expect(manifest.text.contains("wide\n    feature(\"Music\", uses: [\"Tags\"]),\n]\n"))
        #expect(try manifest.names(in: .feature) == ["Notes", "Tags", "Music"])
        try manifest.remove("Music", from: .feature)
        #expect(manifest.text == Self.manifest)
        // An array with one element has no trailing comma.
        try manifest.add("Files", to: .service)
        #expect(manifest.text.contains("services: [[Target]] = [\n    service(\"Files\")\n]\n"))
        try manifest.add("Redis", to: .service)
        #expect(manifest.text.contains("[\n    service(\"Files\"),\n    service(\"Redis\"),\n]\n"))
        try manifest.remove("Redis", from: .service)
        #expect(manifest.text.contains("[\n    service(\"Files\")\n]\n"))
        try manifest.remove("Files", from: .service)
        #expect(manifest.text == Self.manifest)
        try manifest.add("Admin", to: .app)
        #expect(manifest.text.contains("    app(\"Admin\", uses: interfaces, tests: mocks),\n"))
        try manifest.remove("Admin", from: .app)
        #expect(manifest.text == Self.manifest)
        try manifest.remove("Tags", from: .feature)
        #expect(manifest.text.contains("features: [[Target]] = [\n    feature(\"Notes\")\n]\n"))
    }

    @Test func `a single-module feature becomes a feature with an interface`() throws {
        var manifest = ManifestFile(Self.manifest)
        let arguments: KeyValuePairs = ["uses": ["NotesInterface"]]
        try manifest.add("Music", to: .feature, isSingle: true, arguments: arguments)
        #expect(manifest.text.contains("    single(\"Music\", uses: [\"NotesInterface\"]),\n"))
        try manifest.makeFeature(ofSingle: "Music", exposing: ["Foundation", "TagsInterface"])
        #expect(manifest.text.contains("    feature(\"Music\", uses: [\"NotesInterface\"]),\n"))
        try manifest.remove("Music", from: .feature)
        #expect(manifest.text == Self.manifest)
    }

    @Test(arguments: [
        ("", #", uses: ["A", "B"], tests: ["C"]"#),
        (", uses: []", #", uses: ["A", "B"], tests: ["C"]"#),
        (#", uses: ["B"], tests: ["X"]"#, #", uses: ["A", "B"], tests: ["C", "X"]"#),
        (#", tests: ["C"]"#, #", uses: ["A", "B"], tests: ["C"]"#),
        (", uses: interfaces", #", uses: interfaces + ["A", "B"], tests: ["C"]"#),
    ])
    func `adds modules to the lists of an element that do not name them`(
        old: String,
        new: String
    ) throws {
        let services = { (lists: String) in
            "let services: [[Target]] = [\n    service(\"Music\"\(lists)),\n]\n"
                + "func service(_ name: String, uses: [String] = [], tests: [String] = [])"
        }
        var manifest = ManifestFile(services(old))
        for _ in 1...2 {
            try manifest.add(["A", "B"], to: .uses, of: "Music")
            try manifest.add(["C"], to: .tests, of: "Music")
            #expect(manifest.text == services(new))
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
            let error = #expect(throws: ScaffoldingError.self) {
                try manifest.add(["Core"], to: .uses, of: "Shop")
            }
            let start = "Package.swift\(place.map { ":\($0)" } ?? ""): "
            #expect(error?.message.hasPrefix(start + reason) == true, "\(error?.message ?? "")")
        }
    }

    @Test func `removing a target restores every byte but the comma before it`() throws {
        let text = Self.manifest.replacing("Interface\"])\n", with: "Interface\"]),\n")
        var manifest = ManifestFile(text)
        try manifest.add(target: ".executableTarget(name: \"NotesExample\", dependencies: [])")
        #expect(
            manifest.text.contains(
                ",\n    .executableTarget(name: \"NotesExample\", dependencies: []),\n]\n"
            )
        )
        var first = ManifestFile(Self.manifest)
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
        var manifest = ManifestFile(Self.manifest)
        manifest.rename(["Notes": "Journal", "NotesInterface": "JournalInterface"])
        #expect(manifest.text.contains("feature(\"Journal\"),\n"))
        #expect(manifest.text.contains("uses: [\"Journal\"]"))
        #expect(manifest.text.contains("uses: [\"Journal\", \"JournalInterface\"]"))
        #expect(!manifest.text.contains("Notes"))
        manifest.rename(["Journal": "Notes", "JournalInterface": "NotesInterface"])
        #expect(manifest.text == Self.manifest)
    }

    @Test func `finds the uses of a module in the manifest, except in the element of its feature`()
        throws
    {
        let manifest = ManifestFile(Self.manifest)
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
    ) {
        var manifest = ManifestFile(text)
        let error = #expect(throws: ScaffoldingError.self) {
            try manifest.add("B", to: .feature)
        }
        let place = "Package.swift\(line.map { ":\($0)" } ?? ""): "
        #expect(error?.message.hasPrefix(place + reason) == true, "\(error?.message ?? "")")
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

    private static let container = """
        public import Core
        public import Injection
        public import NotesInterface

        /// class AppContainer: everything.
        public final class AppContainer: SharedContainer,
            HTTPProviding, NotesProviding
        {
            let manager = ContainerManager()
        }

        """
    private static let bareContainer =
        "public import Injection\npublic final class AppContainer: SharedContainer {\n}\n"

    @Test
    func `adds a container protocol at the end of the list, and imports its module`()
        throws
    {
        var file = try ContainerFile(Self.container)
        file.conform(to: "MusicProviding", importing: "MusicInterface", isPublic: true)
        #expect(file.text.contains("    HTTPProviding, NotesProviding, MusicProviding\n{"))
        #expect(
            file.text.contains(
                "import Injection\npublic import MusicInterface\npublic import NotesInterface\n"
            )
        )
        var bare = try ContainerFile(Self.bareContainer)
        bare.conform(to: "ClockProviding", importing: "Core", isPublic: true)
        #expect(bare.text.hasPrefix("public import Core\npublic import Injection\n"))
        #expect(bare.text.hasSuffix("AppContainer: SharedContainer, ClockProviding {\n}\n"))
        bare.remove(["ClockProviding"], imports: [])
        #expect(bare.text == "public import Core\n" + Self.bareContainer)
        bare = try ContainerFile(Self.bareContainer)
        bare.conform(to: "ClockProviding", importing: "Core", isPublic: false)
        #expect(bare.text.hasPrefix("import Core\npublic import Injection\n"))
        bare.remove(["ClockProviding"], imports: ["Core"])
        #expect(bare.text == Self.bareContainer)
    }

    @Test func `lists a container protocol once, and removing the protocol restores every byte`()
        throws
    {
        for (name, module) in [("AProviding", "AInterface"), ("ZProviding", "ZInterface")] {
            var file = try ContainerFile(Self.container)
            file.conform(to: name, importing: module, isPublic: true)
            file.conform(to: name, importing: module, isPublic: true)
            file.remove([name], imports: [module])
            #expect(file.text == Self.container)
        }
    }

    @Test func `removing a container protocol removes each import of its module`() throws {
        let imports = "import struct AInterface.Page\nimport AInterface\n"
        var file = try ContainerFile(imports + Self.container)
        file.conform(to: "AProviding", importing: "AInterface", isPublic: true)
        file.remove(["AProviding"], imports: ["AInterface"])
        #expect(file.text == Self.container)
    }

    @Test
    func
        `an extension lists the container protocols of services, and is removed with the last of them`()
        throws
    {
        var file = try ContainerFile(Self.container)
        file.conform(to: "AProviding", importing: "Core", isPublic: false)
        let one = file.text
        #expect(one.hasSuffix("cannot resolve a service.\nextension AppContainer: AProviding {}\n"))
        for name in ["BProviding", "CProviding", "BProviding"] {
            file.conform(to: name, importing: "Core", isPublic: false)
        }
        #expect(
            file.text.hasSuffix("\nextension AppContainer: AProviding, BProviding, CProviding {}\n")
        )
        for name in ["BProviding", "CProviding"] {
            file.remove([name], imports: [])
        }
        #expect(file.text == one)
        file.conform(to: "BProviding", importing: "Core", isPublic: false)
        file.remove(["AProviding"], imports: [])
        #expect(file.text == one.replacing("AProviding", with: "BProviding"))
        file.remove(["BProviding"], imports: [])
        #expect(file.text == Self.container)
    }

    @Test(arguments: [
        "", "class Other: SharedContainer {}", "final class AppContainer {}",
        "final class AppContainer: {}",
    ])
    func `refuses a file without a container class that lists protocols`(text: String) {
        let error = #expect(throws: ScaffoldingError.self) { try ContainerFile(text) }
        let reason = "it does not declare the class 'AppContainer' with a list of protocols"
        let remedy =
            "declare 'public final class AppContainer: SharedContainer, … {'; nothing was changed"
        #expect(error?.message == "Modules/Bootstrap/AppContainer.swift: \(reason); \(remedy)")
    }

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
                "let featureName: FeatureName", ["FeatureName": "Pay", "featureName": "pay"],
                "let pay: Pay"
            ),
            (
                "Fea featurename 👩‍👩‍👧 F\u{301}eatureName\r\nname: $FEATURE\u{0}\n",
                ["FeatureName": "Pay"],
                "Fea featurename 👩‍👩‍👧 F\u{301}eatureName\r\nname: $FEATURE\u{0}\n"
            ),
            ("", ["FeatureName": "Pay"], ""),
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

    @Test func `a template can have hidden files and placeholders in paths`() throws {
        let files = [
            "FeatureNameTests/FeatureNameTests.swift", ".ci/run", ".gitignore", ".DS_Store",
        ]
        let folder = try TemporaryFolder(
            files: Dictionary(uniqueKeysWithValues: files.map { ($0, "") })
        )
        let paths = try Template(folder.url.path).texts(names: ["FeatureName": "Pay"]).keys.sorted()
        #expect(paths == [".ci/run", ".gitignore", "PayTests/PayTests.swift"])
        let error = #expect(throws: ScaffoldingError.self) {
            try Template(folder.path("nowhere")).texts()
        }
        #expect(error?.message.contains("'\(folder.path("nowhere"))'") == true)
    }

    private static let messages: [(ScaffoldingError, String)] = [
        (
            .noWorkspace(path: "a", missing: "Package.swift", above: nil),
            "'a' is not a workspace: 'Package.swift' does not exist; specify a workspace with --package-path, or create one with 'bulkhead new'"
        ),
        (
            .noWorkspace(path: ".", missing: "Package.swift", above: "../.."),
            "'.' is in the workspace '../..', but not its root; add --package-path ../.."
        ),
        (
            .unsupportedSource(path: "Package.swift:7", reason: "a", remedy: "b"),
            "Package.swift:7: a; b; nothing was changed"
        ),
        (
            .unsupportedSource(path: "Package.swift", reason: "a", remedy: "b"),
            "Package.swift: a; b; nothing was changed"
        ),
        (
            .unsupportedSource(path: "A.swift:3", reason: "a", remedy: "b"),
            "A.swift:3: a; b; nothing was changed"
        ),
        (.invalidName("a", reason: "b", remedy: "c"), "invalid name 'a': b; c"),
        (.exists("'a'", remedy: "b"), "'a' already exists; b"),
        (.missing("feature 'a'", remedy: "b"), "feature 'a' not found; b"),
        (
            .inUse("feature 'A'", uses: ["B.swift:1: imports 'A'"], remedy: "c"),
            "feature 'A' is in use:\n  B.swift:1: imports 'A'\nc"
        ),
        (
            .uncommitted(paths: ["a", "b", "c", "d", "e", "f"]),
            "the working tree has uncommitted changes (a, b, c, d, e …); commit or stash them, so that this change can be undone separately, or add --force"
        ),
        (
            .noRepository(path: "a"),
            "'a' is not in a Git repository, so the change cannot be undone; run 'git init' and commit, or add --force"
        ),
        (
            .cannotWrite(
                path: "a",
                reason: "The operation could not be completed. No space left on device."
            ),
            "cannot read or write 'a': No space left on device; check its permissions and the free space; nothing was changed"
        ),
        (
            .partiallyWritten(path: "a", reason: "No space left on device"),
            "cannot write 'a': No space left on device; restore the workspace with 'git restore .' and 'git clean -d --interactive'"
        ),
        (
            .program("swiftc", reason: "a"),
            "'swiftc' failed: a; nothing was changed; run the command again when 'swiftc' works"
        ),
        (
            .violatesRules(reason: "a"),
            "the change would break rules of the workspace, so nothing was changed:\na"
        ),
    ]

    @Test func `every message states the failure, the reason and the remedy`() {
        for (error, message) in Self.messages {
            #expect(error.message == message)
        }
    }
}
