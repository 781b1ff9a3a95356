import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Testing

@Suite(.describedPackages)
struct ImpactTests {
    /// Returns the affected modules with their reasons.
    private func impact(
        of repository: SampleRepository,
        since name: String = "HEAD",
        wholePackageTests: Set<String> = []
    ) async throws -> (reasons: [String: Impact.Reason], others: [String]) {
        let impact = try await repository.impact(
            since: name,
            wholePackageTests: wholePackageTests
        )
        let pairs = impact.entries.map { ($0.module.name, $0.reason) }
        #expect(impact.tests == pairs.map(\.0).filter { $0.hasSuffix("Tests") })
        return (Dictionary(uniqueKeysWithValues: pairs), impact.otherFiles)
    }

    @Test func `no module is affected if nothing changed`() async throws {
        let (reasons, others) = try await impact(
            of: SampleRepository(),
            wholePackageTests: ["NetTests"]
        )
        #expect(reasons.isEmpty)
        #expect(others.isEmpty)
    }

    @Test func `a changed file affects its module and all users of the module`() async throws {
        let repository = try await SampleRepository()
        try repository.folder.write("let a = 1", to: "Sources/Core/Core.swift")
        try repository.folder.write("text", to: "README.md")
        let (reasons, others) = try await impact(of: repository, wholePackageTests: ["NetTests"])
        #expect(
            reasons == [
                "Core": .files(["Sources/Core/Core.swift"]), "Home": .dependency("Core"),
                "App": .dependency("Home"), "CoreTests": .dependency("Core"),
                "HomeTests": .dependency("Home"), "NetTests": .wholePackage,
            ]
        )
        #expect(others == ["README.md"])
    }

    @Test func `an import without a declared dependency is a use`() async throws {
        let repository = try await SampleRepository()
        try repository.folder.write("import Net", to: "Sources/Core/Core.swift")
        try await repository.commit()
        try repository.folder.write("let a = 1", to: "Sources/Net/Net.swift")
        let (reasons, _) = try await impact(of: repository)
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
        let repository = try await SampleRepository()
        try repository.folder.write(test, to: "Tests/NetTests/NetTests.swift")
        try await repository.commit()
        try repository.folder.write("let a = 1", to: "Sources/App/App.swift")
        let (reasons, _) = try await impact(of: repository)
        #expect(reasons["NetTests"] == (isAffected ? .dependency("App") : nil))
    }

    @Test func `a test can start a program with the functions of another target`() async throws {
        let repository = try await SampleRepository()
        try repository.folder.write("func run() { _ = Process() }", to: "Sources/Net/Net.swift")
        try repository.folder.write("run(\"App\")", to: "Tests/NetTests/NetTests.swift")
        try await repository.commit()
        try repository.folder.write("let a = 1", to: "Sources/App/App.swift")
        #expect(Set(try await impact(of: repository).reasons.keys) == ["App", "NetTests"])
        try repository.folder.write(
            "_ = Process(); _ = bundleURL.appending(path: \"App\")",
            to: "Sources/Net/Net.swift"
        )
        try repository.folder.write("run()", to: "Tests/NetTests/NetTests.swift")
        try await repository.commit()
        try repository.folder.write("let a = 2", to: "Sources/App/App.swift")
        #expect(try await impact(of: repository).reasons["NetTests"] == .dependency("Net"))
    }

    @Test(arguments: [
        ("Sources/Net/New.swift", true),
        ("Sources/Net/Data/words.txt", true),
        ("Sources/Net/Notes/a.txt", false),
        ("Sources/Network/a.swift", false),
        ("Tests/NetTests/Data/x", true),
    ])
    func `new files, resources and fixtures belong to a module, but excluded files do not`(
        file: String,
        isOwned: Bool
    )
        async throws
    {
        let repository = try await SampleRepository()
        try repository.folder.write("", to: file)
        let (reasons, others) = try await impact(of: repository)
        #expect(reasons.keys.contains("NetTests") == isOwned)
        #expect(others == (isOwned ? [] : [file]))
    }

    @Test
    func `deleted and moved files affect their former modules`() async throws {
        let repository = try await SampleRepository()
        try await repository.git("mv", "Sources/Net/Net.swift", "Sources/Home/Net.swift")
        try repository.folder.write("", to: "Sources/Net/Other.swift")
        try await repository.commit()
        let (reasons, _) = try await impact(of: repository, since: "HEAD~1")
        #expect(Set(reasons.keys) == ["Net", "NetTests", "Home", "HomeTests", "App"])
    }

    @Test func `a change to one target in the manifest affects no other target`() async throws {
        let repository = try await SampleRepository()
        var targets = SampleRepository.targets
        targets["App"] = ["Home", "Net"]
        try repository.write(targets)
        let (reasons, others) = try await impact(of: repository)
        #expect(reasons == ["App": .target])
        #expect(others == ["dump.json"])
    }

    @Test func `a change to the settings affects every module`() async throws {
        let repository = try await SampleRepository()
        try repository.write(SampleRepository.targets, settings: "{\"language\": 6}")
        #expect(try await impact(of: repository).reasons.values.allSatisfy { $0 == .package })
        try repository.write(SampleRepository.targets)
        #expect(try await impact(of: repository).reasons.isEmpty)
    }

    @Test func `resolved versions in an unknown format affect every module`() async throws {
        let repository = try await SampleRepository()
        try repository.folder.write("{}", to: "Package.resolved")
        let (reasons, others) = try await impact(of: repository)
        #expect(reasons.count == SampleRepository.targets.count)
        #expect(others == [])
    }

    @Test(arguments: [
        #""products": [{"name": "New", "targets": ["Core"], "type": {"library": ["automatic"]}}]"#,
        #""packageKind": {"root": ["/elsewhere"]}"#,
    ])
    func `a change to the products or the package folder affects no module`(
        value: String
    ) async throws {
        let repository = try await SampleRepository()
        let description = try repository.folder.text("dump.json")
        try repository.folder.write("{\(value), \(description.dropFirst())", to: "dump.json")
        #expect(try await impact(of: repository).reasons == [:])
    }

    @Test
    func `of several reasons, the package comes first, then the target, files and dependencies`()
        async throws
    {
        let repository = try await SampleRepository()
        var targets = SampleRepository.targets
        targets["App"] = ["Home", "Net"]
        try repository.write(targets)
        try repository.folder.write("let a = 1", to: "Sources/App/App.swift")
        try repository.folder.write("let a = 1", to: "Sources/Core/Core.swift")
        try repository.folder.write("let a = 1", to: "Sources/Home/Home.swift")
        let (reasons, _) = try await impact(of: repository, wholePackageTests: ["CoreTests"])
        #expect(reasons["App"] == .target)
        #expect(reasons["Home"] == .files(["Sources/Home/Home.swift"]))
        #expect(reasons["CoreTests"] == .dependency("Core"))
        try repository.write(targets, settings: "{\"language\": 6}")
        #expect(try await impact(of: repository).reasons["App"] == .package)
    }

    /// `HomeForPlugin` has the files of `Home`, as in packages that build a module twice with
    /// different options.
    @Test(arguments: ["Sources/Home/Home.swift", "Sources/Home/Deep/New.swift"])
    func `a file affects every module that contains the file through a symbolic link`(file: String)
        async throws
    {
        let repository = try await SampleRepository()
        try repository.link("Sources/HomeForPlugin", to: "Home")
        var targets = SampleRepository.targets
        targets["HomeForPlugin"] = []
        targets["HomeForPluginTests"] = ["HomeForPlugin"]
        try repository.write(targets)
        try repository.folder.write("let a = 1", to: "Tests/HomeForPluginTests/Tests.swift")
        try await repository.commit()
        try repository.folder.write("let a = 2", to: file)
        let (reasons, others) = try await impact(of: repository)
        #expect(reasons["Home"] == .files([file]))
        #expect(reasons["HomeForPlugin"] == .files([file]))
        #expect(reasons["HomeForPluginTests"] == .dependency("HomeForPlugin"))
        #expect(others == [])
    }

    @Test(arguments: ["Shared/Part.swift", "Shared/Deep/Part.swift", "Sources/Net/Linked"])
    func `follows symbolic links in the folder of a module`(file: String) async throws {
        let repository = try await SampleRepository()
        try repository.folder.write("let a = 1", to: "Shared/Part.swift")
        try repository.folder.write("let b = 1", to: "Shared/Deep/Part.swift")
        try repository.link("Sources/Net/Linked", to: "../../Shared")
        try repository.link("Sources/Net/One.swift", to: "../Core/Core.swift")
        try await repository.commit()
        try repository.folder.remove(file)
        #expect(Set(try await impact(of: repository).reasons.keys) == ["Net", "NetTests"])
        try await repository.git("checkout", "--quiet", ".")
        try repository.folder.write("let c = 1", to: "Sources/Core/Core.swift")
        #expect(
            try await impact(of: repository).reasons["Net"] == .files(["Sources/Core/Core.swift"])
        )
    }

    @Test
    func
        `a symbolic link can lead outside the package, but unrelated files there affect no module`()
        async throws
    {
        let repository = try await SampleRepository(in: "Packages/App")
        try repository.folder.write("let a = 1", to: "Shared/Part.swift")
        try repository.folder.write("", to: "Packages/Other.swift")
        try repository.link("Sources/Net/Linked", to: "../../../../Shared")
        try await repository.commit()
        try repository.folder.write("let a = 2", to: "Packages/Other.swift")
        let (reasons, others) = try await impact(of: repository, wholePackageTests: ["HomeTests"])
        #expect(reasons.isEmpty)
        #expect(others.isEmpty)
        try repository.folder.write("let a = 2", to: "Shared/Part.swift")
        let affected = try await impact(of: repository).reasons
        #expect(
            affected == [
                "Net": .files(["../../Shared/Part.swift"]), "NetTests": .dependency("Net"),
            ]
        )
    }

    @Test func `a symbolic link above the folder of a module leads to files of the module`()
        async throws
    {
        let repository = try await SampleRepository()
        try FileManager.default.moveItem(
            atPath: repository.folder.path("Sources"),
            toPath: repository.folder.path("Code")
        )
        try repository.link("Sources", to: "Code")
        let package = try await repository.load()
        func owners(of file: String) -> [String] {
            let entries = Impact.search(PackageSet(package), since: ["": package], files: [file])
                .entries
            return entries.filter { $0.reason == .files([file]) }.map(\.module.name)
        }
        #expect(owners(of: "Sources") == ["App", "Core", "Home", "Net"])
        #expect(owners(of: "Code/Net/Net.swift") == ["Net"])
        #expect(owners(of: "Code/Net/Notes/a.txt") == [])
    }

    @Test(arguments: [".linked", "Linked.docc"])
    func `does not follow symbolic links that SwiftPM skips`(name: String) async throws {
        let repository = try await SampleRepository()
        try repository.folder.write("let a = 1", to: "Shared/Part.swift")
        try repository.link("Sources/Net/\(name)", to: "../../Shared")
        let package = try await repository.load()
        let impact = Impact.search(
            PackageSet(package),
            since: ["": package],
            files: ["Shared/Part.swift"]
        )
        #expect(impact.entries == [])
        #expect(impact.otherFiles == ["Shared/Part.swift"])
    }

    @Test(arguments: ["../Logs/Sources/Logging/A.swift", "Local/Sources/A.swift"])
    func `a file of another package in the repository affects the modules that use its products`(
        file: String
    )
        async throws
    {
        let repository = try await SampleRepository(in: "App")
        let folder = file.hasPrefix("..") ? "../Logs" : "Local"
        let product = "{\"product\": [\"Logging\", \"LOGS\", null, null]}"
        try repository.write(
            SampleRepository.targets,
            products: ["Net": product],
            packages: ["logs": repository.root.appending(path: folder).standardizedFileURL.path]
        )
        try repository.folder.write("let a = 1", to: "App/\(file)")
        try await repository.commit()
        try repository.folder.write("let a = 2", to: "App/\(file)")
        let (reasons, others) = try await impact(of: repository)
        #expect(reasons == ["Net": .dependency("Logging"), "NetTests": .dependency("Net")])
        #expect(others == [])
    }

    @Test(arguments: [
        ("Sources/Headers/a.h", true),
        ("Sources/Headers/a.c", false),
        ("Sources/Home/a.h", false),
    ])
    func `a header affects the C targets that search its folder for headers`(
        file: String,
        isFound: Bool
    ) async throws {
        let repository = try await SampleRepository()
        try repository.write(
            SampleRepository.targets,
            options: ["Net": #"{"headerSearchPath": {"_0": "../Headers"}}"#]
        )
        try await repository.commit()
        try repository.folder.write("int a;", to: file)
        #expect(try await impact(of: repository).reasons.keys.contains("Net") == isFound)
    }

    /// The description depends on the path of the package and on whether it is in a repository, as
    /// it does if a manifest reads these.
    @Test
    func `the state of the repository and the path of the package affect no module`() async throws {
        let repository = try await SampleRepository()
        @Sendable func describe(_ arguments: [String]) throws -> Program.Outcome {
            let root = packagePath(in: arguments)
            let text = try String(contentsOfFile: "\(root)/dump.json", encoding: .utf8)
            let isInRepository = FileManager.default.fileExists(atPath: "\(root)/.git")
            let settings =
                #""settings": {"commit": \#(isInRepository), "folder": "-I\#(root)/include"}"#
            return .init(
                code: 0,
                output: Data(text.replacing("\"settings\": {}", with: settings).utf8),
                errors: ""
            )
        }
        try await replacingSwift(with: describe) {
            let package = try await repository.load()
            let packages = PackageSet(package)
            let revision = try await Revision.find("HEAD", in: package.root)
            let found = try #require(try await revision.packages(like: packages))
            defer {
                withExtendedLifetime(found) {}
            }
            let old = found.0.packages[0]
            let current = try await package.comparable(with: old)
            let files = ["Sources/Net/Net.swift"]
            let impact = Impact.search(
                packages,
                since: ["": old],
                describedAs: ["": current],
                files: files
            )
            #expect(impact.entries.map(\.module.name) == ["Net", "NetTests"])
            let other = Impact.search(packages, since: ["": old], files: files)
            #expect(other.entries.count == SampleRepository.targets.count)
        }
    }

    @Test func `changes are relative to the common ancestor of the revision and HEAD`() async throws
    {
        let repository = try await SampleRepository()
        try await repository.git("checkout", "--quiet", "-b", "branch")
        try repository.folder.write("let a = 1", to: "Sources/Net/Net.swift")
        try await repository.commit()
        try await repository.git("checkout", "--quiet", "main")
        try repository.folder.write("let a = 1", to: "Sources/Core/Core.swift")
        try await repository.commit()
        try await repository.git("checkout", "--quiet", "branch")
        #expect(
            Set(try await impact(of: repository, since: "main").reasons.keys) == [
                "Net", "NetTests",
            ]
        )
    }

    @Test(arguments: ["", "Packages/App"])
    func `extracts all files of a revision, including files that git archive omits`(
        path: String
    ) async throws {
        let repository = try await SampleRepository(in: path)
        try repository.folder.write("Tests export-ignore\n", to: "\(path)/.gitattributes")
        try await repository.commit()
        try repository.folder.write("let a = 1", to: "\(path)/Sources/Net/Net.swift")
        #expect(Set(try await impact(of: repository).reasons.keys) == ["Net", "NetTests"])
        let package = try await repository.load()
        let revision = try await Revision.find("HEAD", in: package.root)
        let (packages, folder) = try #require(
            try await revision.packages(like: PackageSet(package))
        )
        defer {
            withExtendedLifetime(folder) {}
        }
        let old = packages.packages[0]
        let tests = try #require(old.graph.module(named: "NetTests"))
        #expect(try old.files(of: tests) == ["Tests/NetTests/NetTests.swift"])
    }

    @Test func `a revision without the folder of the package has no files`() async throws {
        let repository = try await SampleRepository()
        let folder = repository.folder
        let dump = """
            {"name": "New", "dependencies": [], "targets": [{"name": "Core", "type": "regular", \
            "dependencies": [], "exclude": [], "resources": []}]}
            """
        try folder.write(dump, to: "New/dump.json")
        try folder.write("", to: "New/Package.swift")
        try folder.write("", to: "New/Sources/Core/Core.swift")
        let package = try await SwiftPackage.load(folder.path("New"))
        let revision = try await Revision.find("HEAD", in: package.root)
        let isMissing = try await revision.packages(like: PackageSet(package)) == nil
        #expect(isMissing)
        let impact = Impact.search(
            PackageSet(package),
            since: [:],
            files: try await revision.changedFiles()
        )
        #expect(impact.entries.map(\.reason) == [.package])
        let checkout = folder.url.appending(path: "Old")
        let root = try await revision.checkOut(PackageSet(package), to: checkout)
        #expect(root.path == checkout.path + package.root)
        let manager = FileManager.default
        #expect(!manager.fileExists(atPath: root.path))
        #expect(manager.fileExists(atPath: root.deletingLastPathComponent().path))
    }

    @Test func `reports that Git is missing`() async throws {
        let package = try await SampleRepository().load()
        let missing: Program.Runner = { _, _ in
            .init(code: Program.missing, output: Data(), errors: "")
        }
        await #expect(throws: RevisionError.noGit) {
            try await Program.$runner.withValue(missing) {
                try await Revision.find("HEAD", in: package.root)
            }
        }
    }

    @Test(arguments: [("", "exit code 3"), ("fatal: a\nhint: b\n", "fatal: a")])
    func `reports the first error of a Git command, or its exit code`(
        errors: String,
        reason: String
    ) async throws {
        let repository = try await SampleRepository()
        let revision = try await Revision.find("HEAD", in: repository.root.path)
        let failing: Program.Runner = { _, _ in .init(code: 3, output: Data(), errors: errors) }
        await #expect(throws: RevisionError.failed("git diff", reason: reason)) {
            try await Program.$runner.withValue(failing) { try await revision.changedFiles() }
        }
    }

    @Test func `reports an invalid revision`() async throws {
        let repository = try await SampleRepository()
        let package = try await repository.load()
        for name in ["nope", "-x", ""] {
            await #expect(throws: RevisionError.unknown(name)) {
                try await Revision.find(name, in: package.root)
            }
        }
        try await repository.git("checkout", "--quiet", "--orphan", "other")
        try repository.folder.write("other", to: "README.md")
        try await repository.commit()
        await #expect(throws: RevisionError.unrelated("main")) {
            try await Revision.find("main", in: package.root)
        }
        try repository.folder.remove(".git")
        await #expect(throws: RevisionError.noRepository(path: repository.folder.url.path)) {
            try await Revision.find("main", in: package.root)
        }
    }

    @Test func `reports a shallow clone that lacks a revision`() async throws {
        let repository = try await SampleRepository()
        try repository.folder.write("other", to: "README.md")
        try await repository.commit()
        let clones = try TemporaryFolder()
        let path = clones.path("clone")
        let source = "file://\(repository.folder.url.path)"
        let outcome = try await Subprocess.run("git", ["clone", "--depth", "1", source, path])
        try #require(outcome.code == 0)
        let package = try await SwiftPackage.load(path)
        for name in ["HEAD~1", "feature"] {
            await #expect(throws: RevisionError.shallow(name)) {
                try await Revision.find(name, in: package.root)
            }
        }
        await #expect(throws: RevisionError.unknown("feature")) {
            try await Revision.find("feature", in: repository.root.path)
        }
    }
}

/// Tests that run SwiftPM instead of using recorded descriptions.
@Suite(.buildsPackages)
struct AffectedPackageTests {
    @Test
    func
        `a changed file affects only its modules and their users, even if the manifest reads the commit`()
        async throws
    {
        let folder = try TemporaryFolder(files: [
            "App/Package.swift": """
            // swift-tools-version: 6.0
            import PackageDescription
            let commit = Context.gitInformation?.currentCommit ?? "none"
            let package = Package(
                name: "P",
                targets: [
                    .target(name: "Core", swiftSettings: [.define("COMMIT_\\(commit)")]),
                    .target(name: "Home", swiftSettings: [.unsafeFlags(["-I\\(Context.packageDirectory)"])]),
                    .target(name: "HomeForPlugin"), .testTarget(name: "HomeTests", dependencies: ["HomeForPlugin"]),
                ])
            """, "App/Sources/Core/Core.swift": "", "App/Sources/Home/Home.swift": "",
            "App/Tests/HomeTests/Tests.swift": "",
        ])
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("App/Sources/HomeForPlugin"),
            withDestinationPath: "Home"
        )
        for arguments in [
            ["init", "--quiet", "--initial-branch", "main"], ["add", "--all"],
            [
                "-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "--quiet", "-m",
                "first",
            ],
            [
                "-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "--quiet",
                "--allow-empty", "-m", "second",
            ],
        ] {
            #expect(try await Subprocess.run("git", ["-C", folder.url.path] + arguments).code == 0)
        }
        try folder.write("let a = 1", to: "App/Sources/Home/Home.swift")
        let program = BuiltProducts.program("bulkhead")
        let outcome = try await Subprocess.run(
            program,
            ["affected", "--since", "HEAD~1"],
            in: folder.path("App/Sources/Home")
        )
        #expect(
            outcome.output == """
                Home: changed Sources/Home/Home.swift
                HomeForPlugin: changed Sources/Home/Home.swift
                HomeTests: uses HomeForPlugin
                3 modules affected (1 test target)

                """
        )
    }
}
