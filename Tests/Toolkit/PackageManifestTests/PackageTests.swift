import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import ProgramTesting
import Synchronization
import Testing

/// Returns the paths of the source files of a module.
func files(
    of name: String,
    in manifest: SwiftPackage,
    at location: SourceLocation = #_sourceLocation
) throws -> [String] {
    let module = try #require(manifest.graph.module(named: name), sourceLocation: location)
    return try manifest.files(of: module)
}

@Suite(.describedPackages)
struct PackageTests {
    private let repository: DescribedRepository
    private var folder: TemporaryFolder { repository.folder }

    init() throws {
        repository = try DescribedRepository()
    }

    /// Loads a package with one target.
    private func load(
        _ line: String,
        _ values: [String: String] = [:],
        files: [String] = []
    ) async throws -> SwiftPackage {
        let name = String(line.prefix { $0 != " " })
        try repository.describe(line, values: [name: values], files: files)
        return try await repository.load()
    }

    @Test func `the sources of the only target can be in Sources itself or in the root folder`()
        async throws
    {
        let manifest = try await load("Only", files: ["Sources/A.swift"])
        #expect(try files(of: "Only", in: manifest) == ["Sources/A.swift"])
        let root = try await load(
            "Only in .",
            ["exclude": #"["Sources"]"#],
            files: ["B.swift", "Package@swift-5.9.swift"]
        )
        #expect(root.graph.modules.map(\.folder) == [""])
        #expect(try files(of: "Only", in: root) == ["B.swift"])
    }

    @Test func `a target with the file main.swift is a program`() async throws {
        let tool = try await load("Tool", files: ["Sources/Tool/main.swift"])
        #expect(tool.graph.modules.map(\.kind) == [.executable])
        let library = try await load("Home", files: ["Sources/Home/main.swift.swift"])
        #expect(library.graph.modules.map(\.kind) == [.library])
    }

    /// The settings of the target `Core`, and the targets that do not enable the feature.
    @Test(
        arguments: Row.table(
            """
            [{"kind": {"enableUpcomingFeature": {"_0": "MemberImportVisibility"}}}]
            [{"kind": {"unsafeFlags": {"_0": ["-enable-upcoming-feature", "MemberImportVisibility"]}}}]
            [{"kind": {"enableUpcomingFeature": {"_0": "ExistentialAny"}}}] → Core
            [{"kind": {"unsafeFlags": {"_0": ["-enable-upcoming-feature", "ExistentialAny"]}}}] → Core
            [{"kind": {"unsafeFlags": {"_0": ["-module-name", "MemberImportVisibility"]}}}] → Core
            [] → Core
            """
        )
    )
    func `lists the targets that do not enable MemberImportVisibility`(row: Row) async throws {
        let core = try await load("Core", ["settings": row[0]], files: ["Sources/Core/A.swift"])
        #expect(core.targetsWithoutMemberImportVisibility == row[1...])
    }

    @Test func `follows symbolic links, and visits each folder only once`() async throws {
        try folder.write("import A", to: "Elsewhere/L.swift")
        try folder.write("import A", to: "Sources/Core/A.swift")
        try folder.link("Sources/Core/Linked", to: folder.path("Elsewhere"))
        try folder.link("Sources/Core/Loop", to: folder.path("Sources/Core"))
        let manifest = try await load("Core")
        #expect(
            try files(of: "Core", in: manifest) == [
                "Sources/Core/A.swift", "Sources/Core/Linked/L.swift",
            ]
        )
        #expect(manifest.owners()("Elsewhere/L.swift") == ["Core"])
    }

    @Test func `the folder of a target can be a symbolic link`() async throws {
        try folder.write("", to: "Elsewhere/A.swift")
        try folder.write("", to: "Sources/README.md")
        try folder.link("Sources/Core", to: "../Elsewhere")
        #expect(try await load("Core").owners()("Elsewhere/A.swift") == ["Core"])
    }

    @Test func `reports a manifest that is not UTF-8`() async throws {
        let folder = try TemporaryFolder(files: ["dump.json": ""])
        let file = folder.path("Package.swift")
        try Data([0x2F, 0x2F, 0xFF]).write(to: URL(filePath: file))
        await #expect(throws: ManifestError.invalidText(path: file)) {
            try await SwiftPackage.load(folder.url.path)
        }
    }

    @Test func `reports that a source file is a pipe, without waiting for its writer`() async throws
    {
        let package = try await load("Core", files: ["Sources/Core/A.swift"])
        let pipe = folder.path("Sources/Core/B.swift")
        #expect(try await Subprocess.run("mkfifo", [pipe]).code == 0)
        let error = #expect(throws: ManifestError.self) {
            try PackageSet(package).sources()
        }
        let path = folder.url.resolvingSymlinksInPath().appending(path: "Sources/Core/B.swift").path
        #expect(error == .unreadable(path: path, reason: "it is a pipe, a socket or a device"))
    }

    private static let core = """
        {"name": "Core", "type": "regular", "dependencies": [], "exclude": [], "resources": []}
        """

    /// The manifests in the two folders, the number of descriptions, the dependencies of the
    /// package, and another file in the second folder.
    @Test(
        arguments: Row.table(
            """
            → → 1
            import CompilerPluginSupport → import CompilerPluginSupport → 1
            → → 1 → {"sourceControl": [{"identity": "kit"}]} → Package.resolved
            → // changed → 2
            import Foundation → import Foundation → 2
            let git = Context.gitInformation → let git = Context.gitInformation → 2
            let file = #filePath → let file = #filePath → 2
            → → 2 → {"fileSystem": [{"identity": "kit", "path": "/kit"}]}
            → → 2 → → Package@swift-6.0.swift
            """
        )
    )
    func `SwiftPM describes a package only once if another folder has the same manifest`(
        row: Row
    ) async throws {
        let other = try TemporaryFolder()
        for (folder, text) in [(folder, row[0]), (other, row[1])] {
            try folder.write("import PackageDescription\n\(text)", to: "Package.swift")
            try folder.write("", to: "Sources/Core/A.swift")
        }
        let cells = row.cells + ["", ""]
        if !cells[4].isEmpty {
            try other.write("", to: cells[4])
        }
        let calls = Mutex(0)
        let dump = #"{"name": "P", "dependencies": [\#(cells[3])], "targets": [\#(Self.core)]}"#
        try await replacingSwift(with: { _ in
            calls.withLock { $0 += 1 }
            return .init(code: 0, output: Data(dump.utf8), errors: "")
        }) {
            let first = try await SwiftPackage.load(folder.url.path)
            let second = try await SwiftPackage.load(other.url.path, knowing: [first])
            #expect(second.root != first.root)
            #expect(second.description == first.description)
            #expect(second.text == "import PackageDescription\n\(row[1])")
        }
        #expect(calls.withLock(\.self) == Int(row[2]))
    }

    @Test func `SwiftPM does not run if a file contains the description of the package`()
        async throws
    {
        try folder.write("", to: "Package.swift")
        let cache = folder.path("Cache/package.json")
        let package = #"{"name": "P", "dependencies": [], "targets": []}"#
        func name(_ code: Int32, _ output: String) async throws -> String {
            try await replacingSwift(with: { arguments in
                let words = arguments.filter { !$0.hasPrefix("/") }
                #expect(words == ["package", "--package-path", "--scratch-path", "dump-package"])
                return .init(code: code, output: Data(output.utf8), errors: "")
            }) {
                try await SwiftPackage.load(folder.url.path, cachedAt: cache).name
            }
        }
        await #expect(throws: ManifestError.self) { try await name(1, package) }
        #expect(try await name(0, package) == "P")
        #expect(try await name(1, "") == "P")
    }

    @Test func `reports a missing manifest and missing sources`() async throws {
        let empty = try TemporaryFolder()
        await #expect(throws: ManifestError.noPackage(path: empty.url.path)) {
            try await SwiftPackage.load(empty.url.path)
        }
        await #expect(throws: ManifestError.noSources(target: "Core", folders: ["Here"])) {
            try await load("Core in Here")
        }
    }

    /// Returns the error for a description that a stand-in for SwiftPM prints.
    private func error(
        _ outcome: Program.Outcome,
        at location: SourceLocation = #_sourceLocation
    ) async throws -> ManifestError {
        try folder.write("", to: "Package.swift")
        return try await #require(throws: ManifestError.self, sourceLocation: location) {
            try await replacingSwift(with: { _ in outcome }) { try await repository.load() }
        }
    }

    @Test func `reports an unknown format of the description, and the errors of SwiftPM`()
        async throws
    {
        let path = folder.path("Package.swift")
        let output = Data(#"{"name": "P"}"#.utf8)
        let format = try await error(.init(code: 0, output: output, errors: ""))
        #expect(format.message.hasPrefix("cannot read SwiftPM's description of '\(path)'"))
        let failure = try await error(.init(code: 1, output: Data(), errors: " error: no\n"))
        #expect(failure == .evaluationFailed(path: path, errors: "error: no"))
        let missing = try await error(.init(code: Program.missing, output: Data(), errors: ""))
        #expect(missing == .cannotRunSwift(reason: "it is not in PATH"))
    }

    @Test func `reads rules from a given file, or from boundaries.json by default`() async throws {
        let plain = try await load("Core", files: ["Sources/Core/A.swift"])
        #expect(try PackageSet(plain).rules() == .none)
        try folder.write(#"{"documentation": "All.md"}"#, to: "boundaries.json")
        #expect(try PackageSet(plain).rules().documentation == "All.md")
        let other = try folder.write(#"{"documentation": "Other.md"}"#, to: "other.json")
        #expect(try PackageSet(plain).rules(in: other).documentation == "Other.md")
        let broken = try folder.write("{}}", to: "broken.json")
        let error = try #require(throws: LayerRulesError.self) {
            try PackageSet(plain).rules(in: broken)
        }
        #expect(error.message.hasPrefix("\(broken):1:3: "))
        #expect(throws: ManifestError.self) {
            try PackageSet(plain).rules(in: folder.path("missing.json"))
        }
    }

    /// The other manifests with their versions, the selected version, and the selected manifest.
    @Test(
        arguments: Row.table(
            """
            Package@swift-6.0.swift 6.0 → 6.0.0 → Package@swift-6.0.swift
            Package@swift-6.0.swift 6.0 → 5.9.0 → Package.swift
            Package@swift-5.10.swift 5.10, Package@swift-5.9.swift 5.10 → 5.10.0 → Package@swift-5.10.swift
            Package@swift-5.10.swift 5.9 → 5.9.0 → Package.swift
            Package@swift-6.0.swift.orig 6.0 → 6.0.0 → Package.swift
            Sample.swift 6.0 → 6.0.0 → Package.swift
            Package@swift-6.swift 5.9 → 5.9.0 → Package@swift-6.swift
            Package@swift-6.10.swift 5.9, Package@swift-6.swift 5.9 → 5.9.0 → Package@swift-6.10.swift
             → 5.9.0 → Package.swift
            """
        )
    )
    func `finds the manifest that SwiftPM selected`(row: Row) async throws {
        try folder.write("// swift-tools-version: 5.9", to: "Package.swift")
        for manifest in row[0].split(separator: ", ") {
            let words = manifest.split(separator: " ").map(String.init)
            try folder.write("// swift-tools-version:\(words[1])", to: words[0])
        }
        let dump = """
            {"name": "P", "dependencies": [], "targets": [], "toolsVersion": {"_version": "\(row[1])"}}
            """
        @Sendable func describe(_ arguments: [String]) -> Program.Outcome {
            let output =
                arguments == ["--version"] ? "Swift version 6.10.1 (swift-6.10.1-RELEASE)" : dump
            return .init(code: 0, output: Data(output.utf8), errors: "")
        }
        let package = try await replacingSwift(with: describe) { try await repository.load() }
        #expect(package.fileName == row[2])
    }

    @Test func `finds the nearest folder with all given files`() throws {
        for file in ["Package.swift", "boundaries.json", "App/Package.swift"] {
            try folder.write("", to: file)
        }
        func nearest(_ files: String..., from path: String) -> String? {
            SwiftPackage.nearestFolder(with: files, from: folder.path(path))
        }
        #expect(nearest("Package.swift", from: "App/Sources/Home") == "../..")
        #expect(nearest("Package.swift", from: "App") == ".")
        let both = ["Package.swift", "boundaries.json"]
        #expect(nearest(both[0], both[1], from: "App") == "..")
        #expect(nearest(both[0], both[1], from: "App/Sources/Home") == "../../..")
        #expect(nearest("Package.swift", UUID().uuidString, from: "App") == nil)
        #expect(SwiftPackage.nearestFolder(with: ["usr/bin/env"], from: "/usr/bin") == "../..")
    }

    @Test func `a target in the root folder contains the files of the package, and no others`()
        async throws
    {
        let package = try await load("Only in .", files: ["A.swift"])
        let owners = package.owners()
        #expect(owners("Deep/B.swift") == ["Only"])
        #expect(owners("../Other/C.swift") == [])
    }

    @Test
    func `a comparable package copies manifests, and links to all entries except .git and .build`()
        async throws
    {
        let package = try await load(
            "Core",
            files: [
                "Sources/Core/A.swift", "Package@swift-5.9.swift", "Package.resolved",
                "Sample.swift", ".git/a.swift", ".build/a.swift",
            ]
        )
        let isLink = Mutex<[String: Bool]>([:])
        let describe: @Sendable ([String]) throws -> Program.Outcome = { arguments in
            let manager = FileManager.default
            let root = packagePath(in: arguments)
            for name in try manager.contentsOfDirectory(atPath: root) {
                let link = try? manager.destinationOfSymbolicLink(atPath: "\(root)/\(name)")
                isLink.withLock { $0[name] = link != nil }
            }
            return DescribedPackagesTrait.describe(arguments)
        }
        let copy = try await replacingSwift(with: describe) {
            try await package.comparable(with: nil)
        }
        #expect(copy.root != package.root)
        let found = isLink.withLock { $0 }
        #expect(
            found == [
                "Package.swift": false, "Package@swift-5.9.swift": false,
                "Package.resolved": true, "Sample.swift": true, "Sources": true, "dump.json": true,
            ]
        )
    }

    @Test func `a copy of a package has the same neighboring folders if its manifest needs them`()
        throws
    {
        for file in ["Home/Package.swift", "Home/Home.swift", "Kit/Kit.swift", ".git/HEAD"] {
            try folder.write(file, to: "Packages/\(file)")
        }
        func copy(linksNeighbors: Bool) throws -> [String: String] {
            let copy = try LinkedCopy(
                of: folder.path("Packages/Home"),
                replacing: ["Package.swift": Data("new".utf8)],
                linksNeighbors: linksNeighbors
            )
            let paths = ["Package.swift", "Home.swift", "../Kit/Kit.swift", "../.git/HEAD"]
            let texts = paths.map { path in
                (path, try? String(contentsOfFile: "\(copy.path)/\(path)", encoding: .utf8))
            }
            return Dictionary(uniqueKeysWithValues: texts).compactMapValues(\.self)
        }
        let own = ["Package.swift": "new", "Home.swift": "Home/Home.swift"]
        #expect(try copy(linksNeighbors: false) == own)
        let neighbor = ["../Kit/Kit.swift": "Kit/Kit.swift"]
        #expect(try copy(linksNeighbors: true) == own.merging(neighbor) { $1 })
    }

    @Test func `finds the files that SwiftPM compiles for a target`() async throws {
        let files = [
            "a.swift", "deep/er/b.swift", "X.bundle/c.swift", "X.framework/d.swift",
            "Package@swift-5.9.swift", "UPPER.SWIFT", ".hidden/h.swift", "A.docc/s.swift",
            "P.playground/p.swift", "I.xcassets/i.swift", "M.xcdatamodeld/m.swift",
            "X.xcodeproj/x.swift", "W.xcworkspace/w.swift",
        ]
        for file in files {
            try folder.write("", to: "Sources/A/\(file)")
        }
        for (link, destination) in [("broken.swift", "nowhere.swift"), ("loop", "../A")] {
            try folder.link("Sources/A/\(link)", to: destination)
        }
        let found = try await PackageManifestTests.files(of: "A", in: load("A"))
        let compiled = [
            "Package@swift-5.9.swift", "X.bundle/c.swift", "X.framework/d.swift", "a.swift",
            "deep/er/b.swift",
        ]
        #expect(found == compiled.map { "Sources/A/\($0)" })
    }
}
