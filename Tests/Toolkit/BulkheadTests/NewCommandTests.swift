import Foundation
import PackageManifestTesting
import ProgramTesting
import Testing

struct NewCommandTests: BulkheadCaller {
    let folder: TemporaryFolder
    private let tools: TemporaryFolder

    /// Creates stand-ins for the toolchain. The compiler reports every type as unknown, and the
    /// formatter changes nothing.
    init() throws {
        folder = try TemporaryFolder()
        tools = try TemporaryFolder()
        try tools.writeScript(DescribedRepository.swiftc, to: "swiftc")
        try tools.writeScript(DescribedRepository.workspaceSwift, to: "swift")
    }

    var environment: [String: String] { .preferringPrograms(in: tools.url.path) }

    @Test
    func `a dry run prints the files, and writes nothing`() async throws {
        let outcome = try await bulkhead("new a/Shop --dry-run --vendor")
        #expect(outcome.code == 0)
        #expect(outcome.errors == "")
        let files = """

              Modules/
                Bootstrap/
                + AppContainer+Files.swift
                + AppContainer+Notes.swift
                + AppContainer.swift

            """
        #expect(outcome.output.contains(files), "\(outcome.output)")
        #expect(outcome.output.contains("\n+ Package.swift\n"))
        #expect(outcome.output.contains(/\n\+ Vendor\/bulkhead\/  \(\d+ files\)\n/))
        #expect(outcome.output.hasSuffix("\nnothing was written\n"))
        #expect(try folder.names() == [])
    }

    @Test func `new writes a workspace, and prints the next steps`() async throws {
        let options = ["--name", "Shop", "--empty", "--vendor"]
        let outcome = try await bulkhead(["new", "my shop"] + options)
        #expect(outcome.code == 0)
        #expect(outcome.errors == "")
        #expect(
            outcome.output.contains("\n  App/Shop/\n  + Console.swift\n  + ShopCommand.swift\n")
        )
        #expect(outcome.output.contains("\n+ Vendor/bulkhead/  ("))
        #expect(outcome.output.contains("\n  cd 'my shop'\n  swift run shop help\n  Tests/run\n"))
        #expect(outcome.output.hasSuffix("\n  bulkhead add feature NAME\n"))
        #expect(try folder.names() == ["my shop"])
        #expect(try folder.names(in: "my shop/App") == ["Shop"])
    }

    /// A call, the exit code, and the beginning of the message.
    @Test(
        arguments: Row.table(
            #"""
            new → 64 → 'bulkhead new' requires PATH; see 'bulkhead new --help'
            new '' → 64 → the path is empty; specify a folder that is empty or does not exist
            new a b → 64 → unexpected argument 'b' for 'bulkhead new';
            new 2024 → 64 → invalid name '2024': it begins with a digit;
            new my-shop --name my-shop → 64 → invalid name 'my-shop':
            new Shop --container none → 64 → unknown option '--container'
            new Shop --name Core → 64 → invalid name 'Core': 'Core' is a module of every new
            new full --name Shop → 73 → 'full', which is not empty, already exists;
            new full/file/Shop → 73 → cannot read or write '
            """#
        )
    )
    func `an invalid call prints a single-line error and writes nothing`(row: Row) async throws {
        try folder.write("mine", to: "full/file")
        let words = row[0].split(separator: " ").map { $0 == "''" ? "" : String($0) }
        let outcome = try await bulkhead(words)
        #expect(outcome.code == Int32(row[1]))
        #expect(outcome.errors.hasPrefix("error: \(row[2])"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(outcome.output == "")
        #expect(try folder.names() == ["full"])
        #expect(try folder.names(in: "full") == ["file"])
    }

    @Test func `derives the module's name from the folder, and prints it`() async throws {
        let outcome = try await bulkhead("new a/my-shop --empty --dry-run")
        let note = "the name of the app's module is 'MyShop'; choose another with --name NAME"
        #expect(outcome.errors == "note: \(note)\n")
        #expect(outcome.output.contains("\n  + MyShopCommand.swift\n"), "\(outcome.output)")
    }

    @Test(.timeLimit(.minutes(5)), arguments: [SIGINT, SIGTERM])
    func `a signal before the first file is written leaves no files`(signal: Int32) async throws {
        // This stand-in exits when its folder is removed.
        let script = """
            touch "${0%/*}/started"
            while [ -e "$0" ]; do sleep 0.01; done
            """
        try tools.writeScript(script, to: "swift")
        let temporary = try TemporaryFolder()
        let call = try Subprocess(
            BuiltProducts.program("bulkhead"),
            ["new", "a/b/Shop"],
            environment: environment.merging(["TMPDIR": temporary.url.path]) { $1 },
            in: folder.url.path,
            folder: tools
        )
        try await call.wait { tools.exists("started") }
        #expect(try !temporary.names().isEmpty)
        call.send(signal)
        let outcome = try await call.outcome()
        #expect(outcome.code == 128 + signal)
        #expect(outcome.output == "")
        #expect(outcome.errors == "")
        #expect(try folder.names().isEmpty)
        #expect(try temporary.names().isEmpty)
    }
}
