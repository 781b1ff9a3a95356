import Foundation
import ProgramTesting
import Testing

/// Tests the commands that change a workspace, by running the program with stand-ins for the
/// toolchain.
struct WorkspaceCommandTests {
    private let shop: SampleShop
    private let before: [String: Data]

    init() async throws {
        shop = try await SampleShop()
        before = try shop.contents()
    }

    @Test func `add and add --dry-run print the same changes`() async throws {
        let tree = """
              Modules/
                Bootstrap/
                + AppContainer+Payments.swift
                ~ AppContainer.swift
                Features/Payments/
                  Implementation/
                  + DefaultPaymentsFeature.swift
                  Interface/
                  + PaymentsFeature.swift
                + README.md
                  Testing/
                  + MockPaymentsFeature.swift
            ~ Package.swift
              Tests/PaymentsTests/
              + DefaultPaymentsFeatureTests.swift
            note: an app resolves the feature with AppContainer.shared.paymentsFeature(), after 'import PaymentsInterface'

            """
        let trial = try await shop.bulkhead("add", "feature", "Payments", "--dry-run")
        #expect(trial.output == "add feature Payments would do this:\n\(tree)")
        #expect(trial.code == 0)
        #expect(try shop.differences(from: before) == [])
        let outcome = try await shop.bulkhead("add", "feature", "Payments")
        #expect(
            outcome.output.hasPrefix(
                "add feature Payments:\n\(tree)next:\n  Tests/run Payments\n"
            )
        )
        #expect(outcome.code == 0)
        #expect(outcome.errors.isEmpty)
    }

    @Test func `add mocks needs no clean working tree, and does not change a complete mock`()
        async throws
    {
        let interface = "Modules/Features/Notes/Interface/NoteBook.swift"
        let complete = try await shop.bulkhead("add", "mocks", "Notes")
        #expect(
            complete.output == """
                add mocks Notes:
                note: every protocol of 'Notes' has a complete mock
                next:
                  Tests/run Notes

                """
        )
        try shop.edit(interface) { text in
            text = text.replacing(
                "    func remove(",
                with: "    func count() async -> Int\n\n    func remove("
            )
        }
        let outcome = try await shop.bulkhead("add", "mocks", "Notes")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("\nnote: MockNoteBook has the new closures onCount\n"))
        let mock = "Modules/Features/Notes/Testing/MockNoteBook.swift"
        #expect(try shop.differences(from: before) == [interface, mock])
    }

    @Test func `split prints its changes, and a later removal leaves no trace`() async throws {
        #expect(
            try await shop.bulkhead("add", "feature", "Favorites", "--single", "--force").code == 0
        )
        let single = try shop.contents()
        let trial = try await shop.bulkhead("split", "Favorites", "--dry-run")
        #expect(trial.output.hasPrefix("split Favorites would do this:\n"))
        #expect(try shop.differences(from: single) == [])
        let outcome = try await shop.bulkhead("split", "Favorites", "--force")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.hasPrefix("split Favorites:\n"))
        #expect(outcome.output.contains("      + MockFavoritesFeature.swift\n"))
        #expect(outcome.output.hasSuffix(Self.nextSteps(afterChanging: "Favorites")))
        #expect(
            try await shop.bulkhead("check", "--strict").output.contains("0 errors, 0 warnings")
        )
        let again = try await shop.bulkhead("split", "Favorites", "--force")
        #expect(again.code == 73)
        #expect(again.errors.contains("only a single-module feature can be split"))
        let removal = try await shop.bulkhead("remove", "feature", "Favorites", "--force")
        #expect(removal.code == 0)
        #expect(removal.output.hasPrefix("remove feature Favorites:\n"))
        #expect(removal.output.hasSuffix("\nnext:\n  Tests/run\n"))
        #expect(try shop.differences(from: before) == [])
    }

    /// The end of the output of a command that changes the files of a part.
    private static func nextSteps(afterChanging part: String) -> String {
        """

        next:
          Tests/run \(part)
          git add . && git diff -M --cached  # to review the change

        """
    }

    @Test func `rename prints its changes and the next steps`() async throws {
        let outcome = try await shop.bulkhead("rename", "feature", "Notes", "Journal")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.hasPrefix("rename feature Notes Journal:\n"))
        #expect(outcome.output.hasSuffix(Self.nextSteps(afterChanging: "Journal")), "\(outcome)")
    }

    @Test func `add applies the options of a feature and of a service`() async throws {
        let call = "add feature Archive --role NoteArchive --uses Notes --example"
        let feature = try await shop.bulkhead(call.split(separator: " ").map(String.init))
        #expect(feature.code == 0, "\(feature.errors)")
        #expect(
            feature.output.hasSuffix(
                """

                next:
                  Tests/run Archive
                  swift run ArchiveExample
                  replace the example in Modules/Features/Archive

                """
            ),
            "\(feature)"
        )
        let interface = "Modules/Features/Archive/Interface/NoteArchive.swift"
        #expect(try shop.text(interface).contains("protocol NoteArchive"))
        let line = "feature(\"Archive\", uses: [\"NotesInterface\"]"
        #expect(try shop.text("Package.swift").contains(line))
        let serviceCall = "add service Redis --implements NoteCache --feature Notes --force"
        let service = try await shop.bulkhead(serviceCall.split(separator: " ").map(String.init))
        #expect(service.code == 0, "\(service.errors)")
        #expect(service.output.hasPrefix("add service Redis:\n"))
        let role = "Modules/Features/Notes/Interface/NoteCache.swift"
        #expect(try shop.text(role).contains("protocol NoteCache"))
    }

    @Test
    func `refuses uncommitted changes and a missing repository unless --force is given`()
        async throws
    {
        try shop.edit("README.md") { $0 += "\nmine\n" }
        let changed = try shop.contents()
        let outcome = try await shop.bulkhead("add", "feature", "Payments")
        #expect(outcome.code == 73)
        #expect(outcome.errors.contains("(README.md)"))
        #expect(outcome.errors.contains("--force"))
        #expect(try shop.differences(from: changed) == [])
        try FileManager.default.removeItem(atPath: "\(shop.path)/.git")
        let outside = try await shop.bulkhead("add", "feature", "Payments")
        #expect(outside.code == 73)
        #expect(outside.errors.contains("is not in a Git repository"))
        #expect(try await shop.bulkhead("add", "feature", "Payments", "--force").code == 0)
        #expect(try shop.text("README.md").hasSuffix("\nmine\n"))
    }

    @Test func `accepts a file that SwiftPM writes when it builds the tool`() async throws {
        try shop.write("{}", to: "Package.resolved")
        #expect(try await shop.bulkhead("add", "feature", "Payments").code == 0)
    }

    @Test func `a change that breaks a rule leaves the workspace unchanged`() async throws {
        let outcome = try await shop.bulkhead("add", "feature", SampleShop.breaking)
        #expect(outcome.code == 65)
        #expect(
            outcome.errors.hasPrefix(
                "error: the change would break rules of the workspace, so nothing was changed:\n"
                    + "Modules/CoreTesting/ExplainedErrorContract.swift:1:15: error: 'CoreTesting' imports 'Core' "
            ),
            "\(outcome.errors)"
        )
        #expect(try shop.differences(from: before) == [])
    }

    @Test(arguments: [12, 13])
    func `a folder is printed as one line if more than twelve files change in the same way`(
        count: Int
    ) async throws {
        #expect(try await shop.bulkhead("add", "feature", "Payments", "--force").code == 0)
        for number in 2...count {
            try shop.write("// \(number)\n", to: "Tests/PaymentsTests/File\(number).swift")
        }
        let outcome = try await shop.bulkhead("remove", "feature", "Payments", "--dry-run")
        let isOneLine = outcome.output.contains("- Tests/PaymentsTests/  (\(count) files)\n")
        #expect(isOneLine == (count == 13), "\(outcome)")
        #expect(outcome.output.contains("  - File12.swift\n") == (count == 12), "\(outcome)")
    }

    #if os(Linux)
        @Test(
            .enabled(
                if: FileManager.default.fileExists(atPath: "/dev/pts/ptmx"),
                "this machine has no pseudo-terminals; is /dev/pts mounted?"
            ),
            arguments: [
                ("add feature Payments -n", "add feature Payments would do this:"),
                ("check", "Shop: 4 modules, "),
                ("check --rules none.json", "error: cannot read 'none.json': "),
                ("fix", "0 dependencies added, "),
                ("new ../Mall -n", "  .github/"),
                ("affected --since HEAD", "0 modules affected (0 test targets)"),
            ]
        )
        func `the progress message on a terminal is cleared before the result is printed`(
            command: String,
            result: String
        ) async throws {
            let output = try await shop.terminal(command)
            #expect(output.contains(" …\r\u{1B}[K\(result)"), "\(output)")
        }
    #endif

    @Test func `rejects a name that cannot be checked because the compiler fails`() async throws {
        let programs = try TemporaryFolder()
        try programs.writeScript("echo 'error: no space left' >&2; exit 1", to: "swiftc")
        let outcome = try await shop.shell(
            "PATH='\(programs.url.path)':$PATH \"$bulkhead\" add feature Payments"
        )
        let remedy = "nothing was changed; run the command again when 'swiftc' works"
        #expect(outcome.errors == "error: 'swiftc' failed: error: no space left; \(remedy)\n")
        #expect(outcome.code == 69)
        #expect(try shop.differences(from: before) == [])
    }

    @Test
    func `finds the workspace that contains the current folder, unless a folder is given`()
        async throws
    {
        let call = "cd Modules/Features; \"$bulkhead\" add feature Payments -n"
        #expect(try await shop.shell(call).code == 0)
        let named = try await shop.shell("\(call) --package-path .")
        #expect(named.code == 65)
        #expect(named.errors.contains("but not its root; add --package-path /"))
    }

    @Test(
        arguments: [
            ("add", 64, "requires feature|service|mocks|library|app NAME"),
            ("add mocks Nots", 73, "feature 'Nots' not found; the features are "),
            (
                "add mocks Notes --single", 64, "'--single' is not an option of 'add mocks'"
            ),
            ("rename feature Nots A", 64, "did you mean 'Notes'?"),
            (
                "add module A", 64,
                "invalid kind 'module': expected feature, service, library or app"
            ),
            ("add feature payments", 64, "does not begin with a capital letter"),
            ("add feature Notes", 73, "module 'Notes' already exists"),
            ("split Notes", 73, "only a single-module feature can be split"),
            ("split Nots", 64, "did you mean 'Notes'?"),
            (
                "add service Redis --single --implements A", 64,
                "'--single' is not an option of 'add service'"
            ),
            (
                "add feature Payments --uses Note", 73,
                "feature 'Note' not found; the features are Notes"
            ),
            ("add feature Payments --implements A", 64, "is not an option of 'add feature'"),
            ("add service Cloud", 64, "specify the protocol with --implements"),
            ("remove feature Notes", 73, "App/Shop/"),
            ("remove feature Bills", 64, "unknown feature 'Bills'; the features are Notes"),
            ("remove library Money", 64, "unknown library 'Money'; there are no libraries"),
            ("rename feature Notes NOTES", 64, "differs from 'Notes' only in case"),
            ("rename feature Notes Core", 73, "module 'Core' already exists"),
            ("add feature A --package-path /", 65, "'/' is not a workspace: '"),
        ] as [(String, Int32, String)]
    )
    func `an invalid command reports an error and changes nothing`(
        command: String,
        code: Int32,
        words: String
    ) async throws {
        let outcome = try await shop.bulkhead(command.split(separator: " ").map(String.init))
        #expect(
            outcome.code == code,
            "\(outcome.code) \(outcome.errors)"
        )
        #expect(
            outcome.errors.contains(words),
            "\(outcome.code) \(outcome.errors)"
        )
        #expect(outcome.output.isEmpty)
        #expect(try shop.differences(from: before) == [])
    }

    @Test
    func `upgrade prints the changes, a note about edits, and the next step`() async throws {
        #expect(try await shop.bulkhead("upgrade", "--force").output == "up to date\n")
        let page = "Vendor/bulkhead/README.md"
        let text = try shop.text(page)
        try shop.edit(page) { $0 = "mine" }
        let changes = "  Vendor/bulkhead/\n  ~ README.md\nnote: 'Vendor/bulkhead' was edited, "
        let preview = try await shop.bulkhead("upgrade", "--force", "--dry-run")
        #expect(preview.code == 0)
        #expect(preview.errors == "")
        #expect(preview.output.hasPrefix("upgrade would do this:\n\(changes)"))
        #expect(try shop.text(page) == "mine")
        let outcome = try await shop.bulkhead("upgrade", "--force")
        #expect(outcome.output.hasPrefix("upgrade:\n\(changes)"))
        #expect(outcome.output.hasSuffix("next:\n  Tests/run\n"))
        #expect(try shop.text(page) == text)
    }

    @Test func `new and upgrade accept one form of the dependency`() async throws {
        for command in ["new Mall", "upgrade"] {
            let words = command.split(separator: " ").map(String.init)
            let outcome = try await shop.bulkhead(words + ["--vendor", "--url", "https://a.b/c"])
            #expect(outcome.code == 64)
            #expect(outcome.errors.hasPrefix("error: '--vendor' and '--url' exclude each other"))
        }
    }

    @Test func `adds and removes a library and an app`() async throws {
        for (kind, name, folder) in [
            ("library", "Money", "Modules/Libraries/Money"), ("app", "Admin", "App/Admin"),
        ] {
            let added = try await shop.bulkhead("add", kind, name, "--force")
            #expect(added.code == 0, "\(added.errors)")
            let steps = kind == "app" ? "  swift run \(name)\n" : ""
            let last = "  replace the example in \(folder)\n"
            #expect(added.output.hasSuffix("next:\n  Tests/run \(name)\n\(steps)\(last)"))
            #expect(try shop.text("Package.swift").contains("    \(kind)(\"\(name)\""))
            #expect(try await shop.bulkhead("remove", kind, name, "--force").code == 0)
            // The stand-in for the formatter keeps the comma after a single element.
            #expect(try shop.differences(from: before).filter { $0 != "Package.swift" } == [])
            #expect(!(try shop.text("Package.swift").contains(name)))
        }
    }
}

/// Tests commands with the toolchain. `Tests/workspaces` builds and tests the results.
@Suite(.buildsPackages)
struct BulkheadToolchainTests {
    @Test(arguments: [
        ["feature", "Billing", "--uses", "Notes", "--example", "--role", "InvoiceKeeper"],
        ["feature", "Favorites", "--uses", "Notes", "--example", "--single"],
        ["service", "Redis", "--implements", "SessionStore"],
        ["library", "Money"],
    ])
    func `adding, renaming, renaming back and removing a part restores every byte`(
        arguments: [String]
    ) async throws {
        let shop = try await SampleShop(usesToolchain: true)
        let before = try shop.contents()
        let kind = arguments[0]
        let name = arguments[1]
        func call(_ words: [String]) async throws {
            let outcome = try await shop.bulkhead(words + ["--force"])
            #expect(
                outcome.code == 0,
                "\(outcome.errors)"
            )
            #expect(
                try await shop.bulkhead("check", "--strict").output.contains("0 errors, 0 warnings")
            )
        }
        try await call(["add"] + arguments)
        let lint = try await shop.shell(
            "swift format lint --strict --recursive Package.swift App Modules Tests"
        )
        #expect(lint.code == 0, "\(lint.errors)")
        let added = try shop.contents()
        try await call(["rename", kind, name, "Zebra"])
        #expect(try shop.mentions(of: name).filter { before[$0] == nil } == [])
        try await call(["rename", kind, "Zebra", name])
        #expect(try shop.differences(from: added) == [])
        try await call(["remove", kind, name])
        #expect(try shop.differences(from: before) == [])
    }

    @Test(arguments: [
        (
            "Package.swift", "    feature(\"Notes\")\n", "    .feature(\"Notes\")\n",
            "Package.swift:9: an element of 'features'"
        ),
        ("Package.swift", "// swift-tools", "nonsense\n// swift-tools", "SwiftPM cannot evaluate"),
        ("Package.swift", "// swift-tools", "\u{FEFF}// swift-tools", "SwiftPM cannot evaluate"),
        (
            "boundaries.json", "\"canDependOn\": [\"interfaces\", \"libraries\", \"Injection\"]",
            "\"canDependOn\": [\"libraries\"]",
            "the change would break rules of the workspace"
        ),
    ])
    func `a failed change leaves the workspace unchanged`(
        file: String,
        text: String,
        fault: String,
        message: String
    ) async throws {
        let shop = try await SampleShop(usesToolchain: true)
        try shop.edit(file) { $0.replace(text, with: fault, maxReplacements: 1) }
        let changed = try shop.contents()
        let outcome = try await shop.bulkhead(
            "add",
            "feature",
            "Billing",
            "--uses",
            "Notes",
            "--force"
        )
        #expect(outcome.code == 65, "\(outcome.errors)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(try shop.differences(from: changed) == [])
    }

    @Test(arguments: [
        (
            "Data",
            "has a type with this name, which the module would hide; choose another name, such as 'DataKit'"
        ),
        ("Foundation", "a module with this name; choose another name, such as 'FoundationKit'"),
    ])
    func `refuses the name of a type or a module of the SDK`(
        name: String,
        words: String
    ) async throws {
        let shop = try await SampleShop(usesToolchain: true)
        let before = try shop.contents()
        let outcome = try await shop.bulkhead("add", "feature", name)
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(try shop.differences(from: before) == [])
    }

    @Test func `writes a workspace and prints the next steps`() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Subprocess.run(
            BuiltProducts.program("bulkhead"),
            ["new", "my shop", "--name", "Shop", "--empty", "--vendor"],
            in: folder.url.path
        )
        #expect((outcome.code, outcome.errors) == (0, ""))
        #expect(outcome.output.contains("\n  App/\n  + Shop\n"))
        #expect(outcome.output.contains("\n+ Vendor\n"))
        #expect(outcome.output.contains("\n  cd 'my shop'\n  swift run shop help\n  Tests/run\n"))
        #expect(outcome.output.hasSuffix("\n  bulkhead add feature NAME\n"))
        let made = try FileManager.default.contentsOfDirectory(atPath: folder.path("my shop/App"))
            .sorted()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["my shop"])
        #expect(made == ["Shop"])
    }

    @Test func `prints SwiftPM's errors for a manifest that SwiftPM cannot evaluate`() async throws
    {
        let manifest = "// swift-tools-version: 6.0\nimport PackageDescription\nlet x: Int = \"\""
        let folder = try TemporaryFolder(files: ["Package.swift": manifest])
        let outcome = try await Subprocess.run(
            BuiltProducts.program("bulkhead"),
            ["check"],
            in: folder.url.path
        )
        #expect(outcome.code == 65)
        #expect(
            outcome.errors.contains(
                "Package.swift:3:14: error: cannot convert value of type 'String'"
            )
        )
    }
}

/// A workspace that `bulkhead new` created, committed to Git. A test can change it.
struct SampleShop: BulkheadCaller {
    /// The name of a feature for which the stand-in for SwiftPM describes a package that breaks a
    /// rule.
    static let breaking = "Breaking"

    private static let tools = Task {
        let tools = try TemporaryFolder()
        // This compiler reports every type as unknown.
        try tools.writeScript(
            "echo \"error: cannot find type '$(sed -n 's/typealias Probe = //p' \"$2\")' in scope\" >&2; exit 1",
            to: "swiftc"
        )
        try tools.writeScript(
            """
            target() {
                printf '{"name": "%s", "path": "Modules/%s", "type": "%s", "dependencies": [' "$1" "$2" "$3"
                [ -z "$4" ] || printf '{"byName": ["%s", null]}' "$4"
                shift 4
                for product; do printf ', {"product": ["%s", "bulkhead", null, null]}' "$product"; done
                printf '], "exclude": [], "resources": []}'
            }
            core=Core
            [ ! -e Modules/Features/\(breaking) ] || core=
            case "$*" in
            *Vendor/bulkhead*dump-package*) cat <<JSON ;;
            {"name": "bulkhead", "dependencies": [], "targets": [
                $(target Injection Injection/Injection regular ''),
                $(target InjectionTesting Injection/InjectionTesting regular Injection)],
             "products": [
                {"name": "Injection", "targets": ["Injection"], "type": {"library": ["automatic"]}},
                {"name": "InjectionTesting", "targets": ["InjectionTesting"],
                 "type": {"library": ["automatic"]}}]}
            JSON
            *dump-package*) cat <<JSON ;;
            {"name": "Shop",
             "dependencies": [
                {"fileSystem": [{"identity": "bulkhead", "path": "$PWD/Vendor/bulkhead"}]}],
             "targets": [
                $(target BootstrapTests ../Tests/BootstrapTests test Bootstrap Injection InjectionTesting),
                $(target Bootstrap Bootstrap regular Core Injection),
                $(target Core Core regular ''),
                $(target CoreTesting CoreTesting regular "$core")]}
            JSON
            esac
            """,
            to: "swift"
        )
        return tools
    }
    // The stand-in for SwiftPM describes only some of the targets.
    private static let made = Task {
        try await make(
            with: environment(usesToolchain: false),
            then:
                "sed -i 's/\"misplaced-module\": \"error\"/&, \"unlisted-folder\": \"off\"/' boundaries.json"
        )
    }
    private static let formatted = Task {
        try await make(with: environment(usesToolchain: true), then: ":")
    }

    private static func make(
        with environment: [String: String],
        then edit: String
    ) async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let script = """
            mkdir Shop; cd Shop; '\(BuiltProducts.program("bulkhead"))' new . --vendor
            \(edit)
            git init --quiet; git add .; git -c user.name=A -c user.email=a@example.org commit --quiet -m A
            """
        let outcome = try await Subprocess.run(
            "bash",
            ["-euc", script],
            environment: environment,
            in: folder.url.path
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        return folder
    }

    private static func environment(usesToolchain: Bool) async throws -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        if !usesToolchain {
            environment = .preferringPrograms(in: try await tools.value.url.path)
        }
        environment["bulkhead"] = BuiltProducts.program("bulkhead")
        return environment
    }

    private let folder: TemporaryFolder
    let environment: [String: String]
    var path: String { folder.path("Shop") }

    init(usesToolchain: Bool = false) async throws {
        folder = try TemporaryFolder()
        environment = try await Self.environment(usesToolchain: usesToolchain)
        let made = usesToolchain ? Self.formatted : Self.made
        try folder.copy(["Shop"], from: await made.value.url)
    }

    /// Runs a script in the workspace. The variable `bulkhead` contains the path of the program.
    func shell(_ script: String) async throws -> Outcome {
        try await Subprocess.run("bash", ["-euc", script], environment: environment, in: path)
    }

    /// Returns the output of a command on a terminal provided by script(1).
    func terminal(_ command: String) async throws -> String {
        try await shell(
            "TERM=xterm script --quiet --return --command \"$bulkhead \(command)\" /dev/null"
        ).output.replacing("\r\n", with: "\n")
    }

    func write(_ text: String, to name: String) throws {
        try folder.write(text, to: "Shop/\(name)")
    }

    func contents() throws -> [String: Data] {
        try folder.contents(of: "Shop")
    }
    func differences(from old: [String: Data]) throws -> [String] {
        try folder.differences(from: old, in: "Shop")
    }
    func text(_ name: String) throws -> String {
        try folder.text("Shop/\(name)")
    }

    func edit(_ name: String, _ change: (inout String) -> Void) throws {
        var text = try text(name)
        change(&text)
        try folder.write(text, to: "Shop/\(name)")
    }

    func mentions(of word: String) throws -> [String] {
        try contents().filter { path, data in
            "\(path)\n\(String(decoding: data, as: UTF8.self))".lowercased().contains(
                word.lowercased()
            )
        }.keys.sorted()
    }
}
