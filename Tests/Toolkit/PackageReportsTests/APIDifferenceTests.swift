import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Synchronization
import Testing

/// Tests comparisons of public declarations with a stand-in for the API digester.
@Suite(.describedPackages)
struct APIDifferenceTests {
    private let repository: SampleRepository
    init() async throws {
        repository = try await SampleRepository()
    }

    private static let old = [
        declaration("Func", "gone()"),
        declaration("Enum", "E", children: [declaration("EnumElement", "a")]),
        declaration("Func", "kept()", ["funcSelfKind": "NonMutating"]),
        declaration("Func", "same()"),
    ]
    private static let new = [
        declaration(
            "Enum",
            "E",
            children: [declaration("EnumElement", "a"), declaration("Var", "x")]
        ),
        declaration("Func", "kept()", ["funcSelfKind": "Mutating"]),
        declaration("Func", "same()"),
        declaration("Func", "added()"),
        declaration("Struct", "New", children: [declaration("Constructor", "init()")]),
        declaration("Import", "Foundation"),
        declaration("Func", "implicit()", ["implicit": true]),
        declaration("Func", "conformance()", ["moduleName": "Other"]),
        declaration("Func", "f()"),
    ]
    private static let findings = """

        /* Removed Decls */
        Func gone() has been removed
        /* Type Changes */
        Func f() has return type change from Swift.Int to Swift.String

        """

    /// Returns a declaration in the format of the digester.
    private static func declaration(
        _ kind: String,
        _ name: String,
        _ values: [String: any Sendable] = [:],
        children: [[String: any Sendable]]? = nil
    ) -> [String: any Sendable] {
        var node: [String: any Sendable] = [
            "declKind": kind, "usr": name, "printedName": name, "moduleName": "Core",
            "kind": children == nil ? "Function" : "TypeDecl",
        ]
        node["children"] = children
        return node.merging(values) { $1 }
    }

    /// Compares `Core` with the last commit. `outcomes` overrides the outcomes of calls, by their
    /// first argument. `new` contains the current declarations. `observe` receives the words of
    /// each call.
    private func difference(
        _ outcomes: [String: Program.Outcome] = [:],
        of repository: SampleRepository? = nil,
        new: [[String: any Sendable]] = Self.new,
        observe: @escaping @Sendable ([String]) -> Void = { _ in }
    ) async throws -> APIDifference {
        let package = try await (repository ?? self.repository).load()
        let toolchain: Program.Runner = { program, arguments in
            guard program.hasPrefix("swift") else {
                return try await Program.runProcess(program, arguments)
            }
            observe([program] + arguments)
            if let outcome = outcomes[arguments[0]] {
                return outcome
            }
            switch arguments[0] {
            case "package": return DescribedPackagesTrait.describe(arguments)
            case "build": return .init(code: 0, output: Data(), errors: "")
            case "-dump-sdk":
                let file = try #require(arguments.drop { $0 != "-o" }.dropFirst().first)
                let children = file.hasSuffix("-old.json") ? Self.old : new
                let dump: [String: Any] = ["ABIRoot": ["children": children]]
                try JSONSerialization.data(withJSONObject: dump).write(to: URL(filePath: file))
                return .init(code: 0, output: Data(), errors: "")
            default: return .init(code: 0, output: Data(), errors: Self.findings)
            }
        }
        return try await Program.$runner.withValue(toolchain) {
            let revision = try await Revision.find("HEAD", in: package.root)
            let comparison = try await APIComparison(of: PackageSet(package), since: revision)
            #expect(comparison.existed("Core"))
            #expect(!comparison.existed("New"))
            let module = try #require(package.graph.module(named: "Core"))
            return try await comparison.difference(of: module)
        }
    }

    @Test func `reports the digester's findings, but not its headings, as breaking changes`()
        async throws
    {
        #expect(
            try await difference().breaking == [
                "Func gone() has been removed",
                "Func f() has return type change from Swift.Int to Swift.String",
            ]
        )
    }

    @Test func `lists new declarations, except for the members of new types`() async throws {
        #expect(try await difference().added == ["Func added()", "Struct New", "Var E.x"])
    }

    @Test func `lists changed declarations that break no code`() async throws {
        #expect(try await difference().changed == ["Func kept()"])
    }

    @Test func `a difference with any kind of change is not empty`() async throws {
        let none = Program.Outcome(code: 0, output: Data(), errors: "")
        func isEmpty(_ new: [[String: any Sendable]]) async throws -> Bool {
            try await difference(["-diagnose-sdk": none], new: new).isEmpty
        }
        #expect(try await isEmpty(Self.old))
        #expect(try await !isEmpty(Self.old + [Self.declaration("Func", "added()")]))
        let changed = Self.declaration("Func", "kept()", ["funcSelfKind": "Mutating"])
        #expect(
            try await !isEmpty(Self.old.filter { $0["usr"] as? String != "kept()" } + [changed])
        )
        #expect(try await !difference(new: Self.old).isEmpty)
    }

    @Test func `builds the module, and passes the built modules and the headers to the digester`()
        async throws
    {
        try repository.folder.remove("Sources/Net/Net.swift")
        for file in ["net.c", "include/net.h"] {
            try repository.folder.write("", to: "Sources/Net/\(file)")
        }
        try await repository.commit()
        let calls = Mutex<[[String]]>([])
        _ = try await difference { call in calls.withLock { $0.append(call) } }
        let builds = calls.withLock { $0.filter { $0[1] == "build" } }
        #expect(builds.map(\.[0]) == ["swift", "swift"])
        #expect(builds.map(\.last) == ["Core", "Core"])
        let dumps = calls.withLock { $0.filter { $0[1] == "-dump-sdk" } }
        #expect(dumps.map(\.[0]) == ["swift-api-digester", "swift-api-digester"])
        for (build, dump) in zip(builds, dumps) {
            let root = try #require(build.drop { $0 != "--package-path" }.dropFirst().first)
            let scratch = try #require(build.drop { $0 != "--scratch-path" }.dropFirst().first)
            let folders = [
                "\(scratch)/debug/Modules", "\(root)/Sources/Net", "\(root)/Sources/Net/include",
            ]
            let searched = zip(dump, dump.dropFirst()).filter { $0.0 == "-I" }.map(\.1)
            #expect(searched == folders)
            #expect(dump.starts(with: ["swift-api-digester", "-dump-sdk", "-avoid-location"]))
            #expect(dump.drop { $0 != "-module" }.prefix(2) == ["-module", "Core"])
        }
        let last = calls.withLock { $0.last }
        #expect(last?.first == "swift-api-digester")
        #expect(last?.dropFirst().first == "-diagnose-sdk")
        #expect(last?.count { $0 == "-input-paths" } == 2)
    }

    @Test(arguments: ["", "Package"])
    func `builds the revision beside the packages on which it depends by path`(
        folder: String
    ) async throws {
        let repository = try await SampleRepository(in: folder)
        let kit = try TemporaryFolder(files: ["Package.swift": ""])
        let inside = "Low"
        try repository.folder.write("", to: "\(inside)/Package.swift")
        let parent = folder.isEmpty ? "" : "../"
        let outside = "\(parent)../\(kit.url.lastPathComponent)"
        try repository.write(
            SampleRepository.targets,
            packages: ["low": "{root}/\(parent)\(inside)", "kit": "{root}/\(outside)"]
        )
        try await repository.commit()
        let calls = Mutex<[[String]]>([])
        _ = try await difference(of: repository) { call in calls.withLock { $0.append(call) } }
        let build = try #require(calls.withLock { $0.first { $0[1] == "build" } })
        let root = try #require(build.drop { $0 != "--package-path" }.dropFirst().first)
        #expect(root != repository.root.path)
        for path in ["\(parent)\(inside)", outside] {
            let manifest = "\(root)/\(path)/Package.swift"
            #expect(FileManager.default.fileExists(atPath: manifest), "\(path)")
        }
    }

    @Test(arguments: [
        ("build", 1, APIError.buildFailed(module: "Core", errors: "out\nerror: a")),
        ("-dump-sdk", 1, .unreadable(module: "Core", errors: "error: a\n")),
        ("-dump-sdk", 127, .noDigester),
        ("-diagnose-sdk", 1, .unreadable(module: "Core", errors: "error: a\n")),
        ("-diagnose-sdk", 127, .noDigester),
    ])
    func `throws an error if a program fails or is missing`(
        argument: String,
        code: Int32,
        expected: APIError
    ) async throws {
        let outcome = Program.Outcome(
            code: code,
            output: Data("out\n".utf8),
            errors: "error: a\n"
        )
        await #expect(throws: expected) { try await difference([argument: outcome]) }
    }
}
