import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Testing

@Suite(.describedPackages)
struct ImpactTests {
    private let repository: DescribedRepository

    init() async throws {
        repository = try await DescribedRepository.app()
    }

    /// Changes a module.
    private func change(_ module: String) throws {
        try repository.write("let changed = 1", ofModule: module)
    }

    @Test func `no module is affected if nothing changed`() async throws {
        let impact = try await repository.impact(wholePackageTests: ["NetTests"])
        #expect(impact.reasons.isEmpty)
        #expect(impact.otherFiles.isEmpty)
    }

    @Test func `a changed file affects its module and all users of the module`() async throws {
        try change("Core")
        try repository.write("text", to: "README.md")
        let impact = try await repository.impact(wholePackageTests: ["NetTests"])
        #expect(
            impact.reasons == [
                "Core": .files(["Sources/Core/Core.swift"]), "Home": .dependency("Core"),
                "App": .dependency("Home"), "CoreTests": .dependency("Core"),
                "HomeTests": .dependency("Home"), "NetTests": .wholePackage,
            ]
        )
        #expect(impact.tests == ["CoreTests", "HomeTests", "NetTests"])
        #expect(impact.otherFiles == ["README.md"])
    }

    @Test func `an import without a declared dependency is a use`() async throws {
        try repository.write("import Net", to: "Sources/Core/Core.swift")
        try await repository.commit()
        try change("Net")
        let reasons = try await repository.impact().reasons
        #expect(reasons["Core"] == .dependency("Net"))
        #expect(reasons["CoreTests"] == .dependency("Core"))
    }

    /// A row contains the code of `NetTests`, the module through which a change to `App` affects
    /// `NetTests`, if any, and the code of `Net`.
    @Test(
        arguments: Row.table(
            #"""
            let program = Process(); let path = folder + "/App" → App →
            let path = "\(folder)/App --help"; let other = Process() → App →
            _ = Process(); _ = productsDirectory.appending(path: name) → App →
            _ = Process(); let path = "an App of ours" → →
            let path = "App" → →
            run("App") → App → func run() { _ = Process() }
            run() → Net → _ = Process(); _ = bundleURL.appending(path: "App")
            """#
        )
    )
    func `a test uses the programs of its package that it starts`(row: Row) async throws {
        try repository.write(row[0], ofModule: "NetTests")
        try repository.write(row[2], ofModule: "Net")
        try await repository.commit()
        try change("App")
        let reason = try await repository.impact().reasons["NetTests"]
        #expect(reason == (row[1].isEmpty ? nil : .dependency(row[1])))
    }

    @Test(
        arguments: Row.table(
            """
            Sources/Net/New.swift → Net
            Sources/Net/Data/words.txt → Net
            Sources/Net/Notes/a.txt →
            Sources/Network/a.swift →
            Tests/NetTests/Data/x → NetTests
            """
        )
    )
    func `new files, resources and fixtures belong to a module, but excluded files do not`(
        row: Row
    ) async throws {
        try describe(["Net": Self.notesAndData, "NetTests": Self.notesAndData])
        try await repository.commit()
        try repository.write("", to: row[0])
        let impact = try await repository.impact()
        let owners = impact.entries.filter { $0.reason == .files([row[0]]) }.map(\.module.name)
        #expect(owners == (row[1].isEmpty ? [] : [row[1]]))
        #expect(impact.otherFiles == (row[1].isEmpty ? [row[0]] : []))
    }

    private static let notesAndData = [
        "exclude": #"["Notes"]"#, "resources": #"[{"path": "Data", "rule": {"copy": {}}}]"#,
    ]

    /// Adds values of targets to the description of the package.
    private func describe(_ values: [String: [String: String]]) throws {
        try repository.describe(DescribedRepository.appTargets, values: values)
    }

    /// Adds a dependency on `Net` to the description of `App`.
    private func useNetInApp() throws {
        let dependencies = #"[{"byName": ["Home", null]}, {"byName": ["Net", null]}]"#
        try describe(["App": ["dependencies": dependencies]])
    }

    @Test func `a moved file affects its former module and its new module`() async throws {
        // Without another file, the folder of the module would be missing.
        try repository.write("", to: "Sources/Net/Other.swift")
        try await repository.commit()
        try await repository.git("mv", "Sources/Net/Net.swift", "Sources/Home/Net.swift")
        try await repository.commit()
        let impact = try await repository.impact(since: "HEAD~1")
        #expect(impact.reasons["Net"] == .files(["Sources/Net/Net.swift"]))
        #expect(impact.reasons["Home"] == .files(["Sources/Home/Net.swift"]))
        #expect(impact.modules == ["App", "Home", "HomeTests", "Net", "NetTests"])
    }

    @Test func `a change to one target in the manifest affects no other target`() async throws {
        try useNetInApp()
        let impact = try await repository.impact()
        #expect(impact.reasons == ["App": .target])
        #expect(impact.otherFiles == ["dump.json"])
    }

    /// Replaces a text in the description of the package.
    private func edit(_ text: String, with other: String) throws {
        try repository.edit("dump.json", replacing: text, with: other)
    }

    private static let moduleCount = 7

    @Test func `a change to the settings affects every module`() async throws {
        try edit(#""settings": {}"#, with: #""settings": {"language": 6}"#)
        let reasons = try await repository.impact().reasons
        #expect(reasons.count == Self.moduleCount)
        #expect(Set(reasons.values) == [.package])
    }

    @Test func `resolved versions in an unknown format affect every module`() async throws {
        try repository.write("{}", to: "Package.resolved")
        let impact = try await repository.impact()
        #expect(impact.reasons.count == Self.moduleCount)
        #expect(Set(impact.reasons.values) == [.package])
        #expect(impact.otherFiles == [])
    }

    @Test(arguments: [
        (
            #""products": []"#,
            #""products": [{"name": "New", "targets": ["Core"], "type": {"library": ["automatic"]}}]"#
        ),
        (#"{"root": ["{root}"]}"#, #"{"root": ["/elsewhere"]}"#),
    ])
    func `a change to the products or the package folder affects no module`(
        value: String,
        other: String
    ) async throws {
        try edit(value, with: other)
        #expect(try await repository.impact().reasons == [:])
    }

    @Test
    func `of several reasons, the package comes first, then the target, files and dependencies`()
        async throws
    {
        try useNetInApp()
        for module in ["App", "Core", "Home"] {
            try change(module)
        }
        let reasons = try await repository.impact(wholePackageTests: ["CoreTests"]).reasons
        #expect(reasons["App"] == .target)
        #expect(reasons["Home"] == .files(["Sources/Home/Home.swift"]))
        #expect(reasons["CoreTests"] == .dependency("Core"))
        try edit(#""settings": {}"#, with: #""settings": {"language": 6}"#)
        #expect(try await repository.impact().reasons["App"] == .package)
    }
}

// MARK: - Symbolic links

extension ImpactTests {
    /// `HomeForPlugin` has the files of `Home`, as in packages that build a module twice with
    /// different options.
    @Test(arguments: ["Sources/Home/Home.swift", "Sources/Home/Deep/New.swift"])
    func `a file affects every module that contains the file through a symbolic link`(file: String)
        async throws
    {
        try repository.folder.link("Sources/HomeForPlugin", to: "Home")
        try repository.describe(
            "\(DescribedRepository.appTargets)\nHomeForPlugin\nHomeForPluginTests: HomeForPlugin"
        )
        try await repository.commit()
        try repository.write("let a = 2", to: file)
        let impact = try await repository.impact()
        #expect(impact.reasons["Home"] == .files([file]))
        #expect(impact.reasons["HomeForPlugin"] == .files([file]))
        #expect(impact.reasons["HomeForPluginTests"] == .dependency("HomeForPlugin"))
        #expect(impact.otherFiles == [])
    }

    @Test(arguments: ["Shared/Part.swift", "Shared/Deep/Part.swift", "Sources/Net/Linked"])
    func `follows symbolic links in the folder of a module`(file: String) async throws {
        try repository.write("let a = 1", to: "Shared/Part.swift")
        try repository.write("let b = 1", to: "Shared/Deep/Part.swift")
        try repository.folder.link("Sources/Net/Linked", to: "../../Shared")
        try await repository.commit()
        try repository.folder.remove(file)
        #expect(try await repository.impact().modules == ["Net", "NetTests"])
    }

    @Test func `follows a symbolic link to a file of another module`() async throws {
        try repository.folder.link("Sources/Net/One.swift", to: "../Core/Core.swift")
        try await repository.commit()
        try change("Core")
        let reasons = try await repository.impact().reasons
        #expect(reasons["Net"] == .files(["Sources/Core/Core.swift"]))
    }

    @Test
    func
        `a symbolic link can lead outside the package, but unrelated files there affect no module`()
        async throws
    {
        let repository = try await DescribedRepository.app(in: "Packages/App")
        try repository.write("let a = 1", to: "Shared/Part.swift")
        try repository.write("", to: "Packages/Other.swift")
        try repository.folder.link("Packages/App/Sources/Net/Linked", to: "../../../../Shared")
        try await repository.commit()
        try repository.write("let a = 2", to: "Packages/Other.swift")
        let impact = try await repository.impact(
            in: "Packages/App",
            wholePackageTests: ["HomeTests"]
        )
        #expect(impact.reasons.isEmpty)
        #expect(impact.otherFiles.isEmpty)
        try repository.write("let a = 2", to: "Shared/Part.swift")
        #expect(
            try await repository.impact(in: "Packages/App").reasons == [
                "Net": .files(["../../Shared/Part.swift"]), "NetTests": .dependency("Net"),
            ]
        )
    }

    /// Returns the impact of a change to a file of the package.
    private func impact(of file: String) async throws -> Impact {
        PackageSet(try await repository.load()).impact(of: [file])
    }

    @Test(arguments: [
        ("Sources", ["App", "Core", "Home", "Net"]), ("Code/Net/Net.swift", ["Net"]),
        ("Code/Net/Notes/a.txt", []),
    ])
    func `a symbolic link above the folder of a module leads to files of the module`(
        file: String,
        owners: [String]
    ) async throws {
        try describe(["Net": Self.notesAndData])
        try FileManager.default.moveItem(
            atPath: repository.folder.path("Sources"),
            toPath: repository.folder.path("Code")
        )
        try repository.folder.link("Sources", to: "Code")
        let entries = try await impact(of: file).entries.filter { $0.reason == .files([file]) }
        #expect(entries.map(\.module.name) == owners)
    }

    @Test(arguments: [".linked", "Linked.docc"])
    func `does not follow symbolic links that SwiftPM skips`(name: String) async throws {
        try repository.write("let a = 1", to: "Shared/Part.swift")
        try repository.folder.link("Sources/Net/\(name)", to: "../../Shared")
        let impact = try await impact(of: "Shared/Part.swift")
        #expect(impact.entries == [])
        #expect(impact.otherFiles == ["Shared/Part.swift"])
    }
}
