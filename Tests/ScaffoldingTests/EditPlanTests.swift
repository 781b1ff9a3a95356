import Foundation
import ProgramTesting
import Scaffolding
import Testing

struct EditPlanTests {
    private let shop: SmallShop
    private let before: [String: String]

    init() throws {
        shop = try SmallShop()
        before = try shop.texts()
    }

    @Test func `edits are listed before they are written`() throws {
        var plan = EditPlan(for: shop.workspace)
        plan.write("new", to: "Docs/New.md")
        plan.write(try plan.text("README.md"), to: "README.md")
        plan.write(try plan.text("Tests/run") + "true\n", to: "Tests/run")
        try plan.move("App/Shop/Shop.swift", to: "App/Store/Store.swift")
        plan.remove(["Modules/Core/Text.swift"])
        let changes = [
            Change(.removed, "App/Shop/Shop.swift"), Change(.added, "App/Store/Store.swift"),
            Change(.added, "Docs/New.md"), Change(.removed, "Modules/Core/Text.swift"), Change(.changed, "Tests/run"),
        ]
        #expect(plan.changes == changes)
        #expect(try shop.texts() == before)
        let undo = try plan.write()
        #expect(try shop.text("App/Store/Store.swift") == before["App/Shop/Shop.swift"])
        #expect(!FileManager.default.fileExists(atPath: shop.folder.path("App/Shop")))
        #expect(try shop.text("Docs/New.md") == "new")
        #expect(undo())
        #expect(try shop.texts() == before)
        #expect(!FileManager.default.fileExists(atPath: shop.folder.path("Docs")))
    }

    @Test func `permissions survive, also when the edit is undone`() throws {
        let files = FileManager.default
        for path in ["Tests/run", "README.md"] {
            try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: shop.folder.path(path))
        }
        var plan = EditPlan(for: shop.workspace)
        plan.write(try plan.text("Tests/run") + "true\n", to: "Tests/run")
        plan.remove(["README.md"])
        let undo = try plan.write()
        func permissions(_ path: String) throws -> Int? {
            try files.attributesOfItem(atPath: shop.folder.path(path))[.posixPermissions] as? Int
        }
        #expect(try permissions("Tests/run") == 0o755)
        #expect(undo())
        #expect(try permissions("Tests/run") == 0o755 && permissions("README.md") == 0o755)
    }

    @Test func `an edit that fails undoes those before it`() throws {
        var plan = EditPlan(for: shop.workspace)
        plan.write("new", to: "Docs/New.md")
        try plan.move("App/Shop/Shop.swift", to: "App/Store/Store.swift")
        // A file is where a folder is needed.
        plan.write("new", to: "Tests/run/New.md")
        let error = #expect(throws: ScaffoldingError.self) { try plan.write() }
        guard case .cannotWrite(shop.folder.path("Tests/run/New.md"), _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try shop.texts() == before)
    }

    @Test func `existing files are not replaced by new ones`() throws {
        var plan = EditPlan(for: shop.workspace)
        #expect(throws: ScaffoldingError.exists("'README.md'", remedy: "move it away, or choose another name")) {
            try plan.move("Tests/run", to: "README.md")
        }
    }
}
