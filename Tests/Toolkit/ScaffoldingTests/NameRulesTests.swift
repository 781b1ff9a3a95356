import PackageManifest
import ProgramTesting
import Scaffolding
import Testing

struct NameRulesTests {
    @Test(
        arguments: Row.table(
            """
             → it is empty
            a/B → a name must not be a path
            .B → a name must not be a path
            A-B → a hyphen is not allowed in the name of a module that Swift imports
            1B → it begins with a digit
            A B → it contains a space;
            Ä → it contains 'Ä'; only the letters A to Z and digits are allowed
            shop → it does not begin with a capital letter
            Any → it is a Swift keyword
            Self → it is a Swift keyword
            Type → it is a Swift keyword
            Protocol → it is a Swift keyword
            Docs → the layout of a workspace has a folder with this name
            App → the layout of a workspace has a folder with this name
            Examples → the layout of a workspace has a folder with this name
            Features → the layout of a workspace has a folder with this name
            Implementation → the layout of a workspace has a folder with this name
            Modules → the layout of a workspace has a folder with this name
            Services → the layout of a workspace has a folder with this name
            Templates → the layout of a workspace has a folder with this name
            ShopInterface → the suffix 'Interface' is reserved for the modules and types of a feature
            ShopTesting → the suffix 'Testing' is reserved for the modules and types of a feature
            ShopTests → the suffix 'Tests' is reserved for the modules and types of a feature
            ShopExample → the suffix 'Example' is reserved for the modules and types of a feature
            ShopProviding → the suffix 'Providing' is reserved for the modules and types of a feature
            Abbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb → it has more than 50 characters
            """
        )
    )
    func `the error for an invalid spelling contains the reason and a remedy`(row: Row) throws {
        let message = try errorMessage { try NameRules.checkSpelling(row[0]) }
        #expect(message.hasPrefix("invalid name '\(row[0])': \(row[1])"), "\(message)")
        #expect(message.hasSuffix("; choose another in upper camel case, such as 'WebPages'"))
    }

    @Test(
        arguments: Row.table(
            """
            web-shop → WebShop
            2nd-shop → NdShop
            2024 → 2024
            ws → Ws
            app → MyApp
            Docs → MyDocs
            ShopTests → ShopTests
            some/where/Shop/ → Shop
            """
        )
    )
    func `derives the name of the app from the folder`(row: Row) throws {
        let workspace = try NewWorkspace(at: row[0])
        #expect(workspace.name == row[1])
        #expect(workspace.hasDerivedName == !row[0].contains(row[1]))
    }

    @Test func `accepts valid names`() throws {
        for name in ["A", "Shop2", "URLShop", "Types", "A" + String(repeating: "b", count: 49)] {
            try NameRules.checkSpelling(name)
        }
    }

    @Test(
        arguments: Row.table(
            """
            Factory → the engine has
            Text → Modules/Core/Text.swift:2 declares
            """
        )
    )
    func `a module cannot have the name of a type that it would hide`(row: Row) async throws {
        let shop = try SampleWorkspace()
        let message = try await errorMessage { try await shop.make(AddModule.library(row[0])) }
        let reason = "\(row[1]) a type with this name, which the module would hide"
        #expect(message == "invalid name '\(row[0])': \(reason); choose another name")
    }

    /// The exit code and the errors of the compiler, and the message.
    @Test(
        arguments: Row.table(
            """
            1 → Probe.swift:2:8: error: module → invalid name 'Shop': the toolchain has a module with this name; \(nameRemedy)
            0 →  → invalid name 'Shop': Swift or Foundation has a type with this name, which the module would hide; \(nameRemedy)
            1 → /a/Probe.swift:6:17: error: 'Shop' is ambiguous → invalid name 'Shop': Swift or Foundation has a type with this name, which the module would hide; \(nameRemedy)
            127 →  → 'swiftc' failed: it is not in PATH; \(programRemedy)
            1 → error: no SDK⏎note: x → 'swiftc' failed: error: no SDK; \(programRemedy)
            3 →  → 'swiftc' failed: exit code 3; \(programRemedy)
            """
        )
    )
    func `reports why the compiler refuses a name, or does not check it`(row: Row) async throws {
        let folder = try TemporaryFolder()
        let code = try #require(Int32(row[0]))
        let toolchain = ScriptedToolchain(["swiftc": .exit(code, errors: row.lines(1))])
        let message = try await errorMessage {
            try await toolchain.use { try await NewWorkspace(at: folder.path("Shop")).create() }
        }
        #expect(message == row[2])
        #expect(try folder.names() == [])
    }

    private static let nameRemedy = "choose another with --name NAME"
    private static let programRemedy =
        "nothing was changed; run the command again when 'swiftc' works"
}
