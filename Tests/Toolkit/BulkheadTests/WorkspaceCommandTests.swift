import Foundation
import PackageManifestTesting
import ProgramTesting
import Testing

/// Tests the commands that change a workspace, by running the program with stand-ins for the
/// toolchain.
struct WorkspaceCommandTests: PackageCaller {
    let package: DescribedRepository
    private let before: [String: Data]

    init() async throws {
        package = try await .newWorkspace()
        before = try package.folder.contents()
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
        let trial = try await bulkhead("add feature Payments --dry-run")
        #expect(trial.output == "add feature Payments would do this:\n\(tree)")
        #expect(trial.code == 0)
        #expect(try folder.differences(from: before) == [])
        let outcome = try await bulkhead("add feature Payments")
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
        let complete = try await bulkhead("add mocks Notes")
        #expect(
            complete.output == """
                add mocks Notes:
                note: every protocol of 'Notes' has a complete mock
                next:
                  Tests/run Notes

                """
        )
        try package.edit(
            interface,
            replacing: "    func remove(",
            with: "    func count() async -> Int\n\n    func remove("
        )
        let outcome = try await bulkhead("add mocks Notes")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("\nnote: MockNoteBook has the new closures onCount\n"))
        let mock = "Modules/Features/Notes/Testing/MockNoteBook.swift"
        #expect(try folder.differences(from: before) == [interface, mock])
    }

    @Test func `split prints its changes, and a later removal leaves no trace`() async throws {
        #expect(try await bulkhead("add feature Favorites --single --force").code == 0)
        let outcome = try await bulkhead("split Favorites --force")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.hasPrefix("split Favorites:\n"))
        #expect(outcome.output.contains("      + MockFavoritesFeature.swift\n"))
        #expect(outcome.output.hasSuffix(Self.nextSteps(afterChanging: "Favorites")))
        #expect(try await bulkhead("check --strict").output.contains("0 errors, 0 warnings"))
        let removal = try await bulkhead("remove feature Favorites --force")
        #expect(removal.code == 0)
        #expect(removal.output.hasPrefix("remove feature Favorites:\n"))
        #expect(removal.output.hasSuffix("\nnext:\n  Tests/run\n"))
        #expect(try folder.differences(from: before) == [])
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
        let outcome = try await bulkhead("rename feature Notes Journal")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.hasPrefix("rename feature Notes Journal:\n"))
        #expect(outcome.output.hasSuffix(Self.nextSteps(afterChanging: "Journal")), "\(outcome)")
    }

    @Test func `add applies the options of a feature and of a service`() async throws {
        let feature = try await bulkhead(
            "add feature Archive --role NoteArchive --uses Notes --example"
        )
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
        #expect(try folder.text(interface).contains("protocol NoteArchive"))
        let line = "feature(\"Archive\", uses: [\"NotesInterface\"]"
        #expect(try folder.text("Package.swift").contains(line))
        let service = try await bulkhead(
            "add service Redis --implements NoteCache --feature Notes --force"
        )
        #expect(service.code == 0, "\(service.errors)")
        #expect(service.output.hasPrefix("add service Redis:\n"))
        let role = "Modules/Features/Notes/Interface/NoteCache.swift"
        #expect(try folder.text(role).contains("protocol NoteCache"))
    }

    @Test
    func `refuses uncommitted changes and a missing repository unless --force is given`()
        async throws
    {
        try folder.write(folder.text("README.md") + "\nmine\n", to: "README.md")
        let changed = try folder.contents()
        let outcome = try await bulkhead("add feature Payments")
        #expect(outcome.code == 73)
        #expect(outcome.errors.contains("(README.md)"))
        #expect(outcome.errors.contains("--force"))
        #expect(try folder.differences(from: changed) == [])
        try folder.remove(".git")
        let outside = try await bulkhead("add feature Payments")
        #expect(outside.code == 73)
        #expect(outside.errors.contains("is not in a Git repository"))
        #expect(try await bulkhead("add feature Payments --force").code == 0)
        #expect(try folder.text("README.md").hasSuffix("\nmine\n"))
    }

    @Test(arguments: [20, 21])
    func `a folder is printed as one line if more than twenty files change in the same way`(
        count: Int
    ) async throws {
        #expect(try await bulkhead("add feature Payments --force").code == 0)
        for number in 2...count {
            try folder.write("// \(number)\n", to: "Tests/PaymentsTests/File\(number).swift")
        }
        let outcome = try await bulkhead("remove feature Payments --dry-run")
        let isOneLine = outcome.output.contains("- Tests/PaymentsTests/  (\(count) files)\n")
        #expect(isOneLine == (count == 21), "\(outcome)")
        #expect(outcome.output.contains("  - File20.swift\n") == (count == 20), "\(outcome)")
    }

    #if os(Linux)
        @Test(
            .usesTerminal,
            arguments: Row.table(
                """
                add feature Payments -n → add feature Payments would do this:
                check → Shop: 13 modules, 
                check --rules none.json → error: cannot read 'none.json':
                fix → 0 dependencies added,
                new Mall -n →   .github/
                affected --since HEAD → 0 modules affected (0 test targets)
                """
            )
        )
        func `the progress message on a terminal is cleared before the result is printed`(row: Row)
            async throws
        {
            let output = try await terminal(row[0]).replacing("[K  ", with: "[K")
            #expect(output.contains(" …\r\u{1B}[K\(row[1])"), "\(output)")
        }
    #endif

    @Test
    func `finds the workspace that contains the current folder, unless a folder is given`()
        async throws
    {
        let call = "add feature Payments -n"
        #expect(try await bulkhead(call, in: "Modules/Features").code == 0)
        let named = try await bulkhead("\(call) --package-path .", in: "Modules/Features")
        #expect(named.code == 65)
        #expect(named.errors.contains("but not its root; add --package-path /"))
    }

    /// A command, the exit code, and a part of the message.
    @Test(
        arguments: Row.table(
            #"""
            add mocks Notes --uses Pages → 64 → '--uses' is not an option of 'add mocks'
            rename feature Nots A → 64 → did you mean 'Notes'?
            rename app Shop Mall → 64 → invalid kind 'app'; --help lists the kinds
            add module A → 64 → invalid kind 'module'; --help lists the kinds
            add feature payments → 64 → does not begin with a capital letter
            add feature Notes → 73 → module 'Notes' already exists
            split Nots → 64 → did you mean 'Notes'?
            add service Redis --single --implements A → 64 → '--single' is not an option of 'add service'
            add feature Payments --uses Note → 73 → feature 'Note' not found; the features are Notes
            add service Redis --implements A --feature Trips → 73 → feature 'Trips' not found; the features are Notes
            add feature Payments --implements A → 64 → is not an option of 'add feature'
            add library A --role B → 64 → '--role' is not an option of 'add library'
            add app A --example → 64 → '--example' is not an option of 'add app'
            add feature A --feature B → 64 → '--feature' is not an option of 'add feature'
            add service Cloud → 64 → specify the protocol with --implements
            remove feature Notes → 73 → App/Shop/
            remove feature Bills → 64 → unknown feature 'Bills'; the features are Notes
            remove library Money → 64 → unknown library 'Money'; there are no libraries
            remove app Tests → 64 → unknown app 'Tests'; the apps are Shop
            new Mall --vendor --url https://a.b/c → 64 → error: '--vendor' and '--url' cannot be combined
            upgrade --vendor --url https://a.b/c → 64 → error: '--vendor' and '--url' cannot be combined
            add feature A --package-path / → 65 → '/' is not a workspace: '
            """#
        )
    )
    func `an invalid command reports an error and changes nothing`(row: Row) async throws {
        let outcome = try await bulkhead(row[0])
        #expect(outcome.code == Int32(row[1]))
        #expect(outcome.errors.contains(row[2]))
        #expect(outcome.output.isEmpty)
        #expect(try folder.differences(from: before) == [])
    }

    @Test
    func `upgrade prints the changes, a note about edits, and the next step`() async throws {
        #expect(try await bulkhead("upgrade --force").output == "up to date\n")
        let page = "Vendor/bulkhead/README.md"
        let text = try folder.text(page)
        try folder.write("mine", to: page)
        let changes = "  Vendor/bulkhead/\n  ~ README.md\nnote: 'Vendor/bulkhead' was edited, "
        let preview = try await bulkhead("upgrade --force --dry-run")
        #expect(preview.code == 0)
        #expect(preview.errors == "")
        #expect(preview.output.hasPrefix("upgrade would do this:\n\(changes)"))
        #expect(try folder.text(page) == "mine")
        let outcome = try await bulkhead("upgrade --force")
        #expect(outcome.output.hasPrefix("upgrade:\n\(changes)"))
        #expect(outcome.output.hasSuffix("next:\n  Tests/run\n"))
        #expect(try folder.text(page) == text)
    }

    @Test func `adds and removes a library and an app`() async throws {
        for (kind, name, place) in [
            ("library", "Money", "Modules/Libraries/Money"), ("app", "Admin", "App/Admin"),
        ] {
            let added = try await bulkhead("add \(kind) \(name) --force")
            #expect(added.code == 0, "\(added.errors)")
            let steps = kind == "app" ? "  swift run \(name)\n" : ""
            let last = "  replace the example in \(place)\n"
            #expect(added.output.hasSuffix("next:\n  Tests/run \(name)\n\(steps)\(last)"))
            #expect(try folder.text("Package.swift").contains("    \(kind)(\"\(name)\""))
            #expect(try await bulkhead("remove \(kind) \(name) --force").code == 0)
            // The stand-in for the formatter keeps the comma after a single element.
            #expect(try folder.differences(from: before).filter { $0 != "Package.swift" } == [])
            #expect(!(try folder.text("Package.swift").contains(name)))
        }
    }
}
