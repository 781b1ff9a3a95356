import Foundation
import ProgramTesting
import Testing

/// The built program, as it changes a workspace; `Tests/workspaces` builds and tests what it writes.
struct WorkspaceCommandTests {
    private let shop: SampleShop
    private let before: [String: String]

    init() async throws {
        shop = try await SampleShop()
        before = try shop.files()
    }

    @Test func `add prints its changes, and --dry-run the same ones`() async throws {
        let tree = """
              Modules/
                Bootstrap/
                + AppContainer+Payments.swift
                ~ AppContainer.swift
                Features/Payments/
                  Implementation/
                  + DefaultPaymentsBook.swift
                  Interface/
                  + PaymentsBook.swift
                + README.md
                  Testing/
                  + MockPaymentsBook.swift
            ~ Package.swift
              Tests/PaymentsTests/
              + DefaultPaymentsBookTests.swift
            note: an app resolves it with @Injected(\\AppContainer.paymentsBook), after 'import PaymentsInterface'

            """
        let trial = try await shop.bulkhead("add", "feature", "Payments", "--dry-run")
        #expect(trial.output == "add feature Payments would do this:\n\(tree)" && trial.code == 0)
        #expect(try shop.files() == before)
        let outcome = try await shop.bulkhead("add", "feature", "Payments")
        #expect(outcome.output.hasPrefix("add feature Payments:\n\(tree)next:\n  swift test --filter PaymentsTests\n"))
        #expect(outcome.code == 0 && outcome.errors.isEmpty)
        #expect(try await shop.bulkhead("check", "--strict").code == 0)
    }

    @Test func `the page with the graph of the modules is drawn again`() async throws {
        #expect(try await shop.bulkhead("graph", "--out", "Docs/ModuleGraph.md").code == 0)
        let outcome = try await shop.bulkhead("add", "feature", "Payments", "--force")
        #expect(outcome.output.contains("~ ModuleGraph.md") && outcome.code == 0)
        #expect(try shop.text("Docs/ModuleGraph.md").contains("PaymentsInterface"))
    }

    @Test(arguments: [
        ["feature", "Payments"], ["feature", "Billing", "--uses", "Notes", "--example", "--role", "InvoiceKeeper"],
        ["service", "Redis", "--implements", "SessionStore"],
    ])
    func `add, rename, rename back and remove leave every byte as it was`(arguments: [String]) async throws {
        func call(_ words: String...) async throws {
            let outcome = try await Call.run(BuiltProducts.program("bulkhead"), words + ["--force"], in: shop.path)
            #expect(outcome.code == 0, "\(outcome.errors)")
        }
        let (kind, name) = (arguments[0], arguments[1])
        let outcome = try await Call.run(BuiltProducts.program("bulkhead"), ["add"] + arguments, in: shop.path)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try await shop.bulkhead("check", "--strict").output.contains("0 errors, 0 warnings"))
        let lint = try await shop.shell("swift format lint --strict --recursive Package.swift App Modules Tests")
        #expect(lint.code == 0, "\(lint.errors)")
        let added = try shop.files()
        try await call("rename", kind, name, "Zebra")
        #expect(try await shop.bulkhead("check", "--strict").output.contains("0 errors, 0 warnings"))
        #expect(try shop.mentions(of: name).filter { before[$0] == nil } == [])
        try await call("rename", kind, "Zebra", name)
        #expect(try shop.files() == added)
        try await call("remove", kind, name)
        #expect(try shop.files() == before)
    }

    @Test func `uncommitted changes and a folder outside a repository are refused, unless forced`() async throws {
        try shop.edit("README.md") { $0 += "\nmine\n" }
        let changed = try shop.files()
        let outcome = try await shop.bulkhead("add", "feature", "Payments")
        #expect(outcome.code == 73 && outcome.errors.contains("(README.md)") && outcome.errors.contains("--force"))
        #expect(try shop.files() == changed)
        try FileManager.default.removeItem(atPath: "\(shop.path)/.git")
        let outside = try await shop.bulkhead("add", "feature", "Payments")
        #expect(outside.code == 73 && outside.errors.contains("is not in a git repository"))
        #expect(try await shop.bulkhead("add", "feature", "Payments", "--force").code == 0)
        #expect(try shop.text("README.md").hasSuffix("\nmine\n"))
    }

    @Test(arguments: [
        (
            "let features: [Feature] = [\n", "let features = others + [\n",
            "Package.swift: it does not declare 'let features"
        ),
        ("    Feature(\"Notes\")\n", "    .feature(\"Notes\")\n", "Package.swift:11: an element of 'features'"),
        ("// swift-tools-version: 6.2", "// swift-tools-version: 6.2\nnonsense", "SwiftPM cannot evaluate"),
    ])
    func `a manifest that is not understood stays as it is`(text: String, fault: String, words: String) async throws {
        try shop.edit("Package.swift") { $0.replace(text, with: fault, maxReplacements: 1) }
        let changed = try shop.files()
        let outcome = try await shop.bulkhead("add", "feature", "Payments", "--force")
        #expect(outcome.code == 65 && outcome.errors.contains(words), "\(outcome.errors)")
        #expect(try shop.files() == changed)
    }

    @Test func `a change that breaks a rule is undone`() async throws {
        try shop.edit("boundaries.json") {
            $0.replace("\"canDependOn\": [\"interfaces\", \"libraries\"]", with: "\"canDependOn\": [\"libraries\"]")
        }
        let changed = try shop.files()
        let outcome = try await shop.bulkhead("add", "feature", "Billing", "--uses", "Notes", "--force")
        #expect(outcome.code == 65, "\(outcome.errors)")
        #expect(try shop.files() == changed)
    }

    @Test(arguments: ["add feature Payments", "rename feature Notes Jottings", "remove service Files", "new ../Other"])
    func `a failure of a write undoes the change`(command: String) async throws {
        // No file may grow beyond 2 KiB, as on a disk that is full; to be told instead of killed needs the trap.
        let outcome = try await shop.shell("trap '' XFSZ; ulimit -f 2; \"$bulkhead\" \(command)")
        #expect(outcome.code != 0 && outcome.errors.contains("bulkhead: "), "\(outcome.errors)")
        #expect(try shop.files() == before)
        let parent = URL(filePath: shop.path).deletingLastPathComponent().path
        #expect(try FileManager.default.contentsOfDirectory(atPath: parent).filter { $0.contains("Other") } == [])
    }

    @Test func `a compiler that fails is not taken for one that knows the name`() async throws {
        let programs = try TemporaryFolder()
        try programs.write("#!/bin/sh\necho 'error: no space left' >&2\nexit 1\n", to: "swiftc")
        let outcome = try await shop.shell(
            "chmod +x '\(programs.url.path)/swiftc'; PATH='\(programs.url.path)':$PATH \"$bulkhead\" add feature Payments"
        )
        #expect(outcome.errors == "bulkhead: 'swiftc' failed: error: no space left; nothing was changed\n")
        #expect(try outcome.code == 69 && shop.files() == before)
    }

    @Test func `in a folder of a workspace the way to its root is named`() async throws {
        let outcome = try await shop.shell("cd Modules/Features; \"$bulkhead\" add feature Payments")
        #expect(outcome.errors.hasSuffix("but not its root; add --package-path ../..\n"), "\(outcome.errors)")
        #expect(outcome.code == 65)
        #expect(
            try await shop.shell("cd Modules/Features; \"$bulkhead\" add feature Payments -n --package-path ../..").code
                == 0)
    }

    @Test(
        arguments: [
            (["add"], 64, "requires feature|service NAME"), (["add", "feature"], 64, "requires feature|service NAME"),
            (["add", "module", "A"], 64, "'module' is neither 'feature' nor 'service'"),
            (["add", "feature", "payments"], 64, "does not begin with a capital letter"),
            (["add", "feature", "Notes"], 73, "a module 'Notes' exists already"),
            (["add", "feature", "Data"], 64, "has a type of that name"),
            (["add", "feature", "Payments", "--uses", "Note"], 73, "there is no feature 'Note'"),
            (["add", "feature", "Payments", "--implements", "A"], 64, "does not go with 'add feature'"),
            (["add", "service", "Cloud"], 64, "name it with --implements"),
            (["remove", "feature", "Note"], 64, "did you mean 'Notes'?"),
            (["remove", "feature", "Notes"], 73, "App/Shop/"),
            (["rename", "feature", "Notes", "NOTES"], 64, "only the case of its letters differs"),
            (["rename", "feature", "Notes", "Core"], 73, "a module 'Core' exists already"),
            (["add", "feature", "A", "--package-path", "/"], 65, "'/' is not a workspace in this layout"),
        ] as [([String], Int32, String)])
    func `what cannot be done is said in one line, and nothing is changed`(
        arguments: [String], code: Int32, words: String
    ) async throws {
        let outcome = try await Call.run(BuiltProducts.program("bulkhead"), arguments, in: shop.path)
        #expect(outcome.code == code && outcome.errors.contains(words), "\(outcome.code) \(outcome.errors)")
        #expect(outcome.output.isEmpty)
        #expect(try shop.files() == before)
    }
}
