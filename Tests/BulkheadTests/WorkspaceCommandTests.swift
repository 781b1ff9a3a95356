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

    @Test func `add prints what it did, and what it would do`() async throws {
        let tree = """
              Docs/
              ~ ModuleGraph.md
              Modules/
                Bootstrap/
                + AppContainer+Payments.swift
                ~ AppContainer.swift
                Features/Payments/
                  Implementation/
                  + OrderedPaymentsBook.swift
                  Interface/
                  + PaymentsBook.swift
                  + PaymentsEntry.swift
                  + PaymentsError.swift
                + README.md
            ~ Package.swift
            ~ README.md
              Tests/PaymentsTests/
              + OrderedPaymentsBookTests.swift
              + PaymentsErrorTests.swift
            note: Shop can use it once Package.swift has "Payments" among the features of .app("Shop"): @Injected(\\AppContainer.paymentsBook)

            """
        let trial = try await shop.bulkhead("add", "feature", "Payments", "--dry-run")
        #expect(trial.output == "add feature Payments would do this:\n\(tree)" && trial.code == 0)
        #expect(try shop.files() == before)
        let outcome = try await shop.bulkhead("add", "feature", "Payments")
        #expect(outcome.output.hasPrefix("add feature Payments:\n\(tree)next:\n  swift test --filter PaymentsTests\n"))
        #expect(outcome.code == 0 && outcome.errors.isEmpty)
        #expect(try shop.text("Docs/ModuleGraph.md").contains("PaymentsInterface"))
        #expect(try await shop.bulkhead("check", "--strict").code == 0)
    }

    @Test(arguments: [
        ["feature", "Payments"], ["feature", "Billing", "--uses", "Notes", "--example", "--role", "InvoiceKeeper"],
        ["service", "Cloud", "--implements", "NoteStore"], ["service", "Redis", "--implements", "SessionStore"],
    ])
    func `what was added can be renamed, named back and removed, and all is as it was`(arguments: [String]) async throws
    {
        func call(_ words: String...) async throws {
            let outcome = try await Call.run(BuiltProducts.program("bulkhead"), words, in: shop.path)
            #expect(outcome.code == 0, "\(outcome.errors)")
        }
        let (kind, name) = (arguments[0], arguments[1])
        let outcome = try await Call.run(BuiltProducts.program("bulkhead"), ["add"] + arguments, in: shop.path)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try await shop.bulkhead("check", "--strict").output.contains("0 errors, 0 warnings"))
        let added = try shop.files()
        let old = try shop.mentions(of: name).count
        try await call("rename", kind, name, "Zebra")
        #expect(try await shop.bulkhead("check", "--strict").output.contains("0 errors, 0 warnings"))
        // What the workspace said of that name before has nothing to do with the new module.
        #expect(try shop.mentions(of: name).filter { before[$0] == nil } == [])
        #expect(try old > shop.mentions(of: name).count)
        try await call("rename", kind, "Zebra", name)
        #expect(try shop.files() == added)
        try await call("remove", kind, name)
        #expect(try shop.files() == before)
    }

    @Test func `scripts are no modules, and take no names away`() async throws {
        #expect(try await shop.bulkhead("add", "feature", "Run").code == 0)
        let added = try shop.files()
        #expect(try await shop.bulkhead("rename", "feature", "Run", "Zebra").code == 0)
        #expect(try await shop.bulkhead("rename", "feature", "Zebra", "Run").code == 0)
        #expect(try shop.files() == added)
        #expect(try await shop.bulkhead("remove", "feature", "Run").code == 0)
        #expect(try shop.files() == before)
    }

    @Test func `lint finds nothing in what was written`() async throws {
        for arguments in ["feature Billing --uses Notes --example", "service Cloud --implements NoteStore"] {
            #expect(try await shop.shell("\"$bulkhead\" add \(arguments)").code == 0)
        }
        let outcome = try await shop.shell("swift format lint --strict --recursive Package.swift App Modules Tests")
        #expect(outcome.code == 0, "\(outcome.errors)")
    }

    @Test func `changes that are not committed are kept apart, unless it is forced`() async throws {
        let git = "git -c user.name=A -c user.email=a@example.org"
        _ = try await shop.shell("git init --quiet && git add . && \(git) commit --quiet --message A")
        try shop.edit("README.md") { $0 += "\nmine\n" }
        let changed = try shop.files()
        let outcome = try await shop.bulkhead("add", "feature", "Payments")
        #expect(outcome.code == 73 && outcome.errors.contains("(README.md)") && outcome.errors.contains("--force"))
        #expect(try shop.files() == changed)
        #expect(try await shop.bulkhead("add", "feature", "Payments", "--force").code == 0)
        #expect(try shop.text("README.md").hasSuffix("\nmine\n"))
    }

    @Test(arguments: [
        ("targets: [\n", "targets: others + [\n", "Package.swift: there is no list 'targets: [ … ]'"),
        (".bootstrap(", "boot(", "a target is not written as '.verb( … )'"),
        ("static func interface(", "static func contract(", "no verb '.interface(…)' is declared"),
        ("// swift-tools-version: 6.2", "// swift-tools-version: 6.2\nnonsense", "SwiftPM cannot evaluate"),
    ])
    func `a manifest that is not understood stays as it is`(text: String, fault: String, words: String) async throws {
        try shop.edit("Package.swift") { $0.replace(text, with: fault, maxReplacements: 1) }
        let changed = try shop.files()
        let outcome = try await shop.bulkhead("add", "feature", "Payments")
        #expect(outcome.code == 65 && outcome.errors.contains(words), "\(outcome.errors)")
        #expect(try shop.files() == changed)
    }

    @Test(arguments: ["add feature Payments", "rename feature Notes Jottings", "remove service Files", "new ../Other"])
    func `where writing fails, nothing is changed or left`(command: String) async throws {
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
        #expect(outcome.errors == "bulkhead: 'swiftc' is needed and failed: error: no space left\n")
        #expect(try outcome.code == 69 && shop.files() == before)
    }

    @Test(arguments: ["add feature Payments -n", "add feature Payments", "remove feature Notes", "new ../Other"])
    func `a folder for what is soon gone in which nothing can be written is named`(command: String) async throws {
        let outcome = try await shop.shell("TMPDIR=/proc \"$bulkhead\" \(command)")
        #expect(outcome.errors.hasPrefix("bulkhead: '/proc' cannot be read or written: "), "\(outcome.errors)")
        #expect(try outcome.code == 73 && shop.files() == before)
    }

    @Test func `in a folder of a workspace the way to its root is named`() async throws {
        let outcome = try await shop.shell("cd Modules/Features; \"$bulkhead\" add feature Payments")
        #expect(outcome.errors.hasSuffix("lies in the one in '../..'; add --package-path ../..\n"), "\(outcome.errors)")
        #expect(outcome.code == 65)
        #expect(
            try await shop.shell("cd Modules/Features; \"$bulkhead\" add feature Payments -n --package-path ../..").code
                == 0)
    }

    @Test func `Ctrl-C stops it, and nothing is changed`() async throws {
        let call = try shop.start("add", "feature", "Payments")
        // From then on the copy is being made. Who yields to other tasks may find all done when these let go of their threads.
        while !FileManager.default.fileExists(atPath: "\(shop.path)/.bulkhead/copy") {
            try Task.checkCancellation()
            sched_yield()
        }
        call.interrupt()
        let outcome = try await call.outcome()
        #expect(outcome.code == 130 && outcome.errors == "bulkhead: stopped; nothing was changed\n")
        #expect(try shop.files() == before)
    }

    @Test(
        arguments: [
            (["add"], 64, "needs feature|service NAME"), (["add", "feature"], 64, "needs feature|service NAME"),
            (["add", "module", "A"], 64, "'module' is neither 'feature' nor 'service'"),
            (["add", "feature", "payments"], 64, "does not begin with a capital letter"),
            (["add", "feature", "Notes"], 73, "a module 'Notes' is there already"),
            (["add", "feature", "Data"], 64, "has a type of that name"),
            (["add", "feature", "Payments", "--uses", "Note"], 73, "there is no feature 'Note'"),
            (["add", "feature", "Payments", "--implements", "A"], 64, "does not go with 'add feature'"),
            (["add", "service", "Cloud"], 64, "name it with --implements"),
            (["remove", "feature", "Note"], 64, "did you mean 'Notes'?"),
            (["remove", "feature", "Notes"], 73, "App/Shop/Commands/AddCommand.swift:"),
            (["rename", "feature", "Notes", "NOTES"], 64, "it is 'Notes' but for capitals"),
            (["rename", "feature", "Notes", "Core"], 73, "a module 'Core' is there already"),
            (["add", "feature", "A", "--package-path", "/"], 65, "there is no workspace in this layout in '/'"),
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
