import Foundation
import ProgramTesting
import Scaffolding
import Testing

struct EditPlanTests {
    private let shop: SampleWorkspace
    init() throws {
        shop = try SampleWorkspace()
    }

    @Test func `a plan lists its edits, preserves permissions, and can be undone`()
        throws
    {
        let before = try shop.contents()
        let scripts = ["Tests/run", "Modules/Core/Text.swift"]
        for path in scripts {
            try shop.folder.setPermissions(0o755, of: path)
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
        #expect(try shop.differences(from: before) == [])
        let undo = try plan.write()
        #expect(try shop.differences(from: before) == changes.map(\.path))
        #expect(try shop.text(store) == "import Bootstrap\nlet notes = 1\nlet a = 1\n")
        #expect(try shop.text("Docs/New.md") == "new")
        #expect(try shop.folder.permissions(of: "Tests/run") == 0o755)
        #expect(undo())
        #expect(try shop.differences(from: before) == [])
        for path in scripts {
            #expect(try shop.folder.permissions(of: path) == 0o755)
        }
    }

    @Test func `a failed edit undoes all previous edits`() throws {
        let before = try shop.contents()
        var plan = EditPlan(for: shop.workspace)
        plan.write("new", to: "Docs/New.md")
        try plan.move("App/Shop/Shop.swift", to: "App/Store/Store.swift")
        plan.write("new", to: "Tests/run/New.md")
        let message = try errorMessage { try plan.write() }
        #expect(
            message.hasPrefix(
                "cannot read or write '\(shop.path("Tests/run/New.md"))': "
            )
        )
        #expect(try shop.differences(from: before) == [])
    }

    /// The destinations are a folder, a file, and nothing.
    @Test(arguments: ["../../Modules", "../../README.md", "Unknown"])
    func `a symbolic link is removed without its destination, and restored`(
        destination: String
    ) throws {
        let before = try shop.contents()
        let link = try shop.folder.link("App/Shop/Z", to: destination)
        var plan = EditPlan(for: shop.workspace)
        plan.remove(["App/Shop/Shop.swift", "App/Shop/Z"])
        let undo = try plan.write()
        #expect(!shop.exists("App/Shop"))
        #expect(try shop.differences(from: before) == ["App/Shop/Shop.swift"])
        #expect(undo())
        let restored = try FileManager.default.destinationOfSymbolicLink(atPath: link)
        #expect(restored == destination)
    }

    @Test func `the error of a failed move contains the new path`() throws {
        var plan = EditPlan(for: shop.workspace)
        try plan.move("App/Shop/Shop.swift", to: "Tests/run/Shop.swift")
        let message = try errorMessage { try plan.write() }
        #expect(message.contains("'\(shop.path("Tests/run/Shop.swift"))'"))
    }

    @Test func `the error of a failed removal contains the first path that cannot be removed`()
        throws
    {
        let before = try shop.contents()
        var plan = EditPlan(for: shop.workspace)
        // These paths are folders, which a plan cannot remove.
        plan.remove([
            "Tests/NotesTests", "Modules/Core", "App/Shop", "Tests", "Modules", "App/Examples",
            "Modules/Bootstrap", "Modules/Features/Notes",
        ])
        let message = try errorMessage { try plan.write() }
        let path = shop.path("App/Examples")
        #expect(message.hasPrefix("cannot read or write '\(path)': "))
        #expect(try shop.differences(from: before) == [])
    }

    @Test func `an undo that cannot restore a file fails, but restores the other files`() throws {
        let readme = try shop.text("README.md")
        var plan = EditPlan(for: shop.workspace)
        try plan.move("App/Shop/Shop.swift", to: "App/Store/Store.swift")
        plan.write("new", to: "README.md")
        let undo = try plan.write()
        try shop.remove("App/Store/Store.swift")
        #expect(!undo())
        #expect(try shop.text("README.md") == readme)
    }

    @Test func `edits whose check fails are undone`() async throws {
        struct Failure: Error {}
        let before = try shop.contents()
        var plan = EditPlan(for: shop.workspace)
        try plan.move("App/Shop/Shop.swift", to: "App/Store/Store.swift")
        await #expect(throws: Failure.self) {
            try await plan.write { throw Failure() }
        }
        #expect(try shop.differences(from: before) == [])
        let message = try await errorMessage {
            try await plan.write {
                // The file cannot be moved back.
                try shop.remove("App/Store/Store.swift")
                throw Failure()
            }
        }
        #expect(message.hasPrefix("cannot write '\(shop.workspace.root)': Failure(); restore "))
    }

    @Test func `a plan reads only files that are valid UTF-8`() throws {
        let data = Data([0x61, 0xFF])
        try data.write(to: URL(filePath: shop.path("README.md")))
        let plan = EditPlan(for: shop.workspace)
        let message = try errorMessage { try plan.text("README.md") }
        let reason = "it is not valid UTF-8; convert it to UTF-8"
        #expect(message == "README.md: \(reason); nothing was changed")
    }

    @Test(arguments: ["Package.swift", "Modules/Bootstrap/AppContainer.swift"], ["\n", "\r\n"])
    func `a change refuses a file with mixed line endings`(path: String, ending: String) throws {
        let text = try shop.text(path).replacing("\n", with: ending)
        try shop.write(text + (ending == "\n" ? "\r\n" : "\r"), to: path)
        let message = try errorMessage { try shop.add(AddFeature("Bills")) }
        let reason = "it mixes CR LF and LF line endings; convert them to one kind"
        #expect(message == "\(path): \(reason); nothing was changed")
    }

    @Test(arguments: ["README.md", "Moved", "Written"])
    func `a move does not replace another file`(path: String) throws {
        var plan = EditPlan(for: shop.workspace)
        try plan.move("App/Shop/Shop.swift", to: "Moved")
        plan.write("", to: "Written")
        let message = try errorMessage { try plan.move("Tests/run", to: path) }
        #expect(message == "'\(path)' already exists; move it away, or choose another name")
    }
}
