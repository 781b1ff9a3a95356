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

    private func write(_ text: String, to file: String) throws {
        try repository.write(text, to: file)
    }

    /// Changes a module.
    private func change(_ module: String) throws {
        try repository.write("let changed = 1", ofModule: module)
    }

    /// Returns the names of the affected modules.
    private func names(since name: String = "HEAD") async throws -> Set<String> {
        Set(try await repository.impact(since: name).reasons.keys)
    }

    @Test func `no module is affected if nothing changed`() async throws {
        let impact = try await repository.impact(wholePackageTests: ["NetTests"])
        #expect(impact.reasons.isEmpty)
        #expect(impact.otherFiles.isEmpty)
    }

    @Test func `a changed file affects its module and all users of the module`() async throws {
        try change("Core")
        try write("text", to: "README.md")
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
        try write("import Net", to: "Sources/Core/Core.swift")
        try await repository.commit()
        try change("Net")
        let reasons = try await repository.impact().reasons
        #expect(reasons["Core"] == .dependency("Net"))
        #expect(reasons["CoreTests"] == .dependency("Core"))
    }

    @Test(arguments: [
        (test: "let program = Process(); let path = folder + \"/App\"", isAffected: true),
        (test: "let path = \"\\(folder)/App --help\"; let other = Process()", isAffected: true),
        (test: "_ = Process(); _ = productsDirectory.appending(path: name)", isAffected: true),
        (test: "_ = Process(); let path = \"an App of ours\"", isAffected: false),
        (test: "let path = \"App\"", isAffected: false),
    ])
    func `a test uses the programs of its package that it starts`(
        test: String,
        isAffected: Bool
    ) async throws {
        try repository.write(test, ofModule: "NetTests")
        try await repository.commit()
        try change("App")
        let reason = try await repository.impact().reasons["NetTests"]
        #expect(reason == (isAffected ? .dependency("App") : nil))
    }

    @Test(arguments: [
        ("func run() { _ = Process() }", "run(\"App\")", Impact.Reason.dependency("App")),
        ("_ = Process(); _ = bundleURL.appending(path: \"App\")", "run()", .dependency("Net")),
    ])
    func `a test can start a program with the functions of another target`(
        net: String,
        test: String,
        reason: Impact.Reason
    ) async throws {
        try repository.write(net, ofModule: "Net")
        try repository.write(test, ofModule: "NetTests")
        try await repository.commit()
        try change("App")
        #expect(try await repository.impact().reasons["NetTests"] == reason)
    }

    @Test(arguments: [
        ("Sources/Net/New.swift", true), ("Sources/Net/Data/words.txt", true),
        ("Sources/Net/Notes/a.txt", false), ("Sources/Network/a.swift", false),
        ("Tests/NetTests/Data/x", true),
    ])
    func `new files, resources and fixtures belong to a module, but excluded files do not`(
        file: String,
        isOwned: Bool
    ) async throws {
        try describe(values: ["Net": Self.notesAndData, "NetTests": Self.notesAndData])
        try await repository.commit()
        try write("", to: file)
        let impact = try await repository.impact()
        #expect(impact.reasons.keys.contains("NetTests") == isOwned)
        #expect(impact.otherFiles == (isOwned ? [] : [file]))
    }

    private static let notesAndData = [
        "exclude": #"["Notes"]"#, "resources": #"[{"path": "Data", "rule": {"copy": {}}}]"#,
    ]

    /// Changes the description of the package.
    private func describe(
        replacing line: String = "Net",
        with other: String = "Net",
        values: [String: [String: String]] = [:]
    ) throws {
        let lines = DescribedRepository.appTargets.split(separator: "\n").map {
            $0 == line ? other : String($0)
        }
        try repository.describe(lines.joined(separator: "\n"), values: values)
    }

    @Test func `deleted and moved files affect their former modules`() async throws {
        try await repository.git("mv", "Sources/Net/Net.swift", "Sources/Home/Net.swift")
        try write("", to: "Sources/Net/Other.swift")
        try await repository.commit()
        let expected: Set = ["Net", "NetTests", "Home", "HomeTests", "App"]
        #expect(try await names(since: "HEAD~1") == expected)
    }

    @Test func `a change to one target in the manifest affects no other target`() async throws {
        try describe(replacing: "App executable: Home", with: "App executable: Home, Net")
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
        try write("{}", to: "Package.resolved")
        let impact = try await repository.impact()
        #expect(impact.reasons.count == Self.moduleCount)
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
        try describe(replacing: "App executable: Home", with: "App executable: Home, Net")
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
    /// Creates a symbolic link.
    private func link(
        _ name: String,
        to destination: String,
        in repository: DescribedRepository? = nil
    ) throws {
        let link = (repository ?? self.repository).folder.path(name)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: destination)
    }

    /// `HomeForPlugin` has the files of `Home`, as in packages that build a module twice with
    /// different options.
    @Test(arguments: ["Sources/Home/Home.swift", "Sources/Home/Deep/New.swift"])
    func `a file affects every module that contains the file through a symbolic link`(file: String)
        async throws
    {
        try link("Sources/HomeForPlugin", to: "Home")
        try repository.describe(
            "\(DescribedRepository.appTargets)\nHomeForPlugin\nHomeForPluginTests: HomeForPlugin"
        )
        try await repository.commit()
        try write("let a = 2", to: file)
        let impact = try await repository.impact()
        #expect(impact.reasons["Home"] == .files([file]))
        #expect(impact.reasons["HomeForPlugin"] == .files([file]))
        #expect(impact.reasons["HomeForPluginTests"] == .dependency("HomeForPlugin"))
        #expect(impact.otherFiles == [])
    }

    @Test(arguments: ["Shared/Part.swift", "Shared/Deep/Part.swift", "Sources/Net/Linked"])
    func `follows symbolic links in the folder of a module`(file: String) async throws {
        try write("let a = 1", to: "Shared/Part.swift")
        try write("let b = 1", to: "Shared/Deep/Part.swift")
        try link("Sources/Net/Linked", to: "../../Shared")
        try link("Sources/Net/One.swift", to: "../Core/Core.swift")
        try await repository.commit()
        try repository.folder.remove(file)
        #expect(try await names() == ["Net", "NetTests"])
        try await repository.git("checkout", "--quiet", ".")
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
        try link("Packages/App/Sources/Net/Linked", to: "../../../../Shared", in: repository)
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
        let package = try await repository.load()
        return Impact.search(PackageSet(package), since: ["": package], files: [file])
    }

    @Test(arguments: [
        ("Sources", ["App", "Core", "Home", "Net"]), ("Code/Net/Net.swift", ["Net"]),
        ("Code/Net/Notes/a.txt", []),
    ])
    func `a symbolic link above the folder of a module leads to files of the module`(
        file: String,
        owners: [String]
    ) async throws {
        try describe(values: ["Net": Self.notesAndData])
        try FileManager.default.moveItem(
            atPath: repository.folder.path("Sources"),
            toPath: repository.folder.path("Code")
        )
        try link("Sources", to: "Code")
        let entries = try await impact(of: file).entries.filter { $0.reason == .files([file]) }
        #expect(entries.map(\.module.name) == owners)
    }

    @Test(arguments: [".linked", "Linked.docc"])
    func `does not follow symbolic links that SwiftPM skips`(name: String) async throws {
        try write("let a = 1", to: "Shared/Part.swift")
        try link("Sources/Net/\(name)", to: "../../Shared")
        let impact = try await impact(of: "Shared/Part.swift")
        #expect(impact.entries == [])
        #expect(impact.otherFiles == ["Shared/Part.swift"])
    }
}
