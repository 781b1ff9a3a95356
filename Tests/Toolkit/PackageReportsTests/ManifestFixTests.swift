import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Testing

@Suite(.describedPackages)
struct ManifestFixTests {
    private func fix(
        _ repository: SampleRepository,
        imports: [String: String],
        rules: LayerRules = .none,
        targets: Set<String>? = nil,
        removesUnused: Bool = false
    ) async throws -> ManifestFix {
        let path = repository.root.path.dropFirst(repository.folder.url.path.count + 1)
        for (name, text) in imports {
            let file = "\(SampleRepository.folder(of: name))/\(name).swift"
            try repository.folder.write(text, to: path.isEmpty ? file : "\(path)/\(file)")
        }
        let package = try await repository.load()
        return ManifestFix.resolving(
            BoundaryReport.checking(
                PackageSet(package),
                rules: rules,
                sources: try PackageSet(package).sources()
            ),
            targets: targets,
            removesUnused: removesUnused
        )
    }

    private static let imports = [
        "App": "import Home\nimport Core\nimport Net",
        "Home": "import Net",
        "HomeTests": "import Home",
        "CoreTests": "import Core",
        "NetTests": "import Net",
    ]

    @Test func `adds each missing dependency once, and removes unused dependencies on request`()
        async throws
    {
        let repository = try await SampleRepository()
        try repository.folder.write("import Core", to: "Sources/App/Second.swift")
        let fix = try await fix(repository, imports: Self.imports, removesUnused: true)
        #expect(
            fix.actions == [
                .add("Core", to: "App"),
                .add("Net", to: "App"),
                .add("Net", to: "Home"),
                .remove("Core", from: "Home"),
            ]
        )
        #expect(fix.additionCount == 3)
        #expect(fix.remainders.isEmpty)
        #expect(fix.text.contains(#".target(name: "App", dependencies: ["Core", "Home", "Net"]),"#))
        #expect(fix.text.contains(#".target(name: "Home", dependencies: ["Net"]),"#))
        let difference = try await fix.difference()
        #expect(
            difference.hasPrefix("--- a/Package.swift\n+++ b/Package.swift\n@@ -1,7 +1,7 @@\n"),
            "\(difference)"
        )
        #expect(difference.contains("\n-.target(name: \"Home\", dependencies: [\"Core\"]),\n+"))
    }

    @Test
    func `keeps unused dependencies and names the command that removes them`() async throws {
        let fix = try await fix(SampleRepository(), imports: Self.imports)
        #expect(
            fix.actions == [
                .add("Core", to: "App"),
                .add("Net", to: "App"),
                .add("Net", to: "Home"),
            ]
        )
        #expect(fix.remainders.map(\.violation.rule) == [.unusedDependency])
        #expect(
            fix.remainders.map(\.note) == ["run 'bulkhead fix --remove-unused Home' to remove it"]
        )
    }

    @Test func `changes only the given targets`() async throws {
        let named = try await fix(
            SampleRepository(),
            imports: Self.imports,
            targets: ["App"],
            removesUnused: true
        )
        #expect(named.actions == [.add("Core", to: "App"), .add("Net", to: "App")])
    }

    @Test func `removes an unused dependency first if it and a missing dependency form a cycle`()
        async throws
    {
        var targets = SampleRepository.targets
        targets["Core"] = ["Net"]
        let imports = [
            "Core": "let a = 1",
            "Net": "import Core",
            "Home": "import Core",
            "HomeTests": "import Home",
        ]
        let repository = try await SampleRepository(targets)
        let fix = try await fix(
            repository,
            imports: imports,
            targets: ["Core", "Net"],
            removesUnused: true
        )
        #expect(fix.actions == [.remove("Net", from: "Core"), .add("Core", to: "Net")])
    }

    /// `App` reaches `Core` only through the unused dependency of `Home`.
    @Test func `keeps an unused dependency if an undeclared import relies on it`() async throws {
        var imports = Self.imports
        imports["App"] = "import Home\nimport Core"
        imports["Home"] = "let a = 1"
        let all = try await fix(SampleRepository(), imports: imports, removesUnused: true)
        #expect(all.actions == [.add("Core", to: "App"), .remove("Core", from: "Home")])
        imports["HomeTests"] = "import Core\nimport Home"
        let home = try await fix(
            SampleRepository(),
            imports: imports,
            targets: ["Home"],
            removesUnused: true
        )
        #expect(home.actions.isEmpty)
        #expect(
            home.remainders.map(\.note) == [
                "'App' imports 'Core', which it reaches only through this dependency"
            ]
        )
    }

    @Test func `adds no dependency for an import inside a canImport condition`() async throws {
        let text = "#if os(Linux)\n#if canImport(Net)\nimport Net\n#endif\n#endif"
        let optional = try await fix(SampleRepository(), imports: ["App": "import Home\n\(text)"])
        #expect(optional.actions.isEmpty)
        #expect(!optional.remainders.contains { $0.violation.module == "App" })
        let both = try await fix(
            SampleRepository(),
            imports: ["App": "import Home\nimport Net\n\(text)"]
        )
        #expect(both.actions == [.add("Net", to: "App")])
    }

    @Test func `only test targets get a dependency on a test target`() async throws {
        let fix = try await fix(
            SampleRepository(),
            imports: [
                "App": "import Home\nimport HomeTests",
                "CoreTests": "import Core\nimport HomeTests",
            ]
        )
        #expect(fix.actions == [.add("HomeTests", to: "CoreTests")])
        let remainders = fix.remainders.filter { $0.violation.module == "App" }
        #expect(
            remainders.map(\.note) == [
                "only test targets can depend on a test target; move the shared code to a library"
            ]
        )
    }

    /// Returns the fix for a package in which `App` declares a dependency only for Linux, in the
    /// format of the description and as an array in the manifest. `Home` imports the module.
    private func fix(
        _ dependency: String,
        declaredAs array: String,
        importing text: String
    ) async throws -> ManifestFix {
        let targets = ["App": [], "Home": [], "Net": [String]()]
        let repository = try await SampleRepository(targets)
        try repository.write(
            targets,
            products: ["App": dependency],
            packages: ["swift-log": repository.folder.path("Log")]
        )
        let manifest = [
            ".target(name: \"App\", dependencies: \(array)),",
            ".target(name: \"Home\", dependencies: []),",
        ]
        try repository.folder.write(manifest.joined(separator: "\n"), to: "Package.swift")
        return try await fix(repository, imports: ["Home": text], targets: ["Home"])
    }

    @Test
    func
        `adds a dependency on a target with the condition that other targets state, if the import is conditional`()
        async throws
    {
        let dependency = #"{"byName": ["Net", {"platformNames": ["linux"]}]}"#
        let element = #".target(name: "Net", condition: .when(platforms: [.linux]))"#
        let conditional = "#if os(Linux)\nimport Net\n#endif"
        for (array, text, added) in [
            ("[\(element)]", conditional, element), ("[\(element)]", "import Net", "\"Net\""),
            ("shared", conditional, "\"Net\""),
        ] {
            let fix = try await fix(dependency, declaredAs: array, importing: text)
            #expect(fix.text.contains(".target(name: \"Home\", dependencies: [\(added)]),"))
        }
    }

    @Test func `adds a dependency on a product with the condition that other targets state`()
        async throws
    {
        let dependency =
            #"{"product": ["Logging", "swift-log", null, {"platformNames": ["linux"]}]}"#
        let element =
            #".product(name: "Logging", package: "swift-log", condition: .when(platforms: [.linux]))"#
        let literal = try await fix(
            dependency,
            declaredAs: "[\(element)]",
            importing: "import Logging"
        )
        #expect(literal.text.contains(".target(name: \"Home\", dependencies: [\(element)]),"))
        let shared = try await fix(dependency, declaredAs: "shared", importing: "import Logging")
        #expect(shared.actions.isEmpty)
        #expect(
            shared.remainders.map(\.note) == [
                "other targets declare this dependency only with a condition; add it to 'Home' with a condition"
            ]
        )
    }

    /// `Core` depends on a product with a condition, and other modules reach it through `Core`.
    private func fixUsersOfCore(
        coreUses elements: [String],
        alsoUsedBy others: [String: String] = [:],
        importing text: String = "import Core\nimport Logging",
        condition: String = #"{"traits": ["Logs"]}"#
    ) async throws -> ManifestFix {
        let repository = try await SampleRepository(Self.usersOfCore)
        return try await fixUsersOfCore(
            in: repository,
            coreUses: elements,
            alsoUsedBy: others,
            importing: text,
            condition: condition
        )
    }

    private static let usersOfCore = [
        "Core": [], "Home": ["Core"], "Net": ["Core"], "CoreTests": [],
    ]

    private func fixUsersOfCore(
        in repository: SampleRepository,
        coreUses elements: [String],
        alsoUsedBy others: [String: String] = [:],
        importing text: String = "import Core\nimport Logging",
        condition: String = #"{"traits": ["Logs"]}"#
    ) async throws -> ManifestFix {
        let targets = Self.usersOfCore
        let product = #"{"product": ["Logging", "swift-log", null, \#(condition)]}"#
        let plain = #"{"product": ["Logging", "swift-log", null, null]}"#
        try repository.write(
            targets,
            products: ["Core": product].merging(others.mapValues { _ in plain }) { $1 },
            packages: ["swift-log": repository.folder.path("Log")]
        )
        let tests = others["CoreTests"] ?? ""
        let manifest = [
            ".target(name: \"Core\", dependencies: [\(elements.joined(separator: ", "))]),",
            ".target(name: \"Home\", dependencies: [\"Core\"]),",
            ".target(name: \"Net\", dependencies: [\"Core\"]),",
            ".testTarget(name: \"CoreTests\", dependencies: [\(tests)]),",
        ]
        try repository.folder.write(manifest.joined(separator: "\n"), to: "Package.swift")
        let imports = ["Home": text, "Net": text]
        return try await fix(repository, imports: imports, targets: ["Home", "Net"])
    }

    private static let logsOnly =
        #".product(name: "Logging", package: "swift-log", condition: .when(traits: ["Logs"]))"#

    @Test func `every target that reaches a conditional product gets its condition`() async throws {
        let fix = try await fixUsersOfCore(coreUses: [Self.logsOnly])
        #expect(fix.actions == [.add("Logging", to: "Home"), .add("Logging", to: "Net")])
        #expect(fix.text.components(separatedBy: Self.logsOnly).count == 4)
        for name in ["Home", "Net"] {
            let module = fix.graph.module(named: name)
            #expect(module?.conditionalDependencies == ["Logging"])
        }
    }

    @Test func `ignores a target without the condition if the importer does not reach it`()
        async throws
    {
        let plain = #".product(name: "Logging", package: "swift-log")"#
        let fix = try await fixUsersOfCore(
            coreUses: [Self.logsOnly],
            alsoUsedBy: ["CoreTests": plain]
        )
        #expect(fix.text.components(separatedBy: "Logs").count == 4)
    }

    @Test func `does not add a product whose conditions differ`() async throws {
        let other =
            #".product(name: "Logging", package: "swift-log", condition: .when(platforms: [.linux]))"#
        let fix = try await fixUsersOfCore(coreUses: [Self.logsOnly, other])
        #expect(fix.actions.isEmpty)
        #expect(fix.remainders.count == 2)
    }

    @Test func `writes nothing if a condition is lost`() async throws {
        let targets = Self.usersOfCore
        let repository = try await SampleRepository(targets)
        defer {
            withExtendedLifetime(repository) {}
        }
        let fix = try await fixUsersOfCore(in: repository, coreUses: [Self.logsOnly])
        let plain = #"{"product": ["Logging", "swift-log", null, null]}"#
        try repository.write(
            targets,
            products: ["Core": plain, "Home": plain, "Net": plain],
            packages: ["swift-log": repository.folder.path("Log")]
        )
        await #expect(throws: ManifestFixError.self) {
            try await fix.write()
        }
    }

    /// A dependency in the format of the description, the array that declares it in the manifest,
    /// and the dependency that is added to another target.
    static let products = [
        (#"{"product": ["Logging", "swift-log", null, null]}"#, "shared", product),
        (
            #"{"product": ["Logging", "swift-log", null, null]}"#,
            #"[.product(name: "Logging", package: "Log")]"#,
            #".product(name: "Logging", package: "Log")"#
        ),
        (
            #"{"product": ["Logging", "swift-log", null, null]}"#,
            #"[.product(name: "Logging", package: "Log", condition: .when(platforms: [.linux]))]"#,
            product
        ),
        (#"{"byName": ["Logging", null]}"#, "shared", "\"Logging\""),
    ]
    private static let product = #".product(name: "Logging", package: "swift-log")"#

    @Test(arguments: products)
    func `a dependency on a product is copied from other targets, or names the package`(
        dependency: String,
        array: String,
        added: String
    ) async throws {
        let fix = try await fix(dependency, declaredAs: array, importing: "import Logging")
        #expect(fix.text.contains(".target(name: \"Home\", dependencies: [\(added)]),"))
    }

    @Test func `keeps a dependency that may be needed without an import, and states the reason`()
        async throws
    {
        let imports = [
            "App": "import Home\nlet a = 1", "Home": "let a = 1", "Core": "// Only a marker.",
        ]
        let fix = try await fix(
            SampleRepository(),
            imports: imports,
            targets: ["Home"],
            removesUnused: true
        )
        #expect(fix.actions.isEmpty)
        #expect(fix.remainders.isEmpty)
        #expect(
            fix.kept.map(\.note) == [
                "'Core' declares nothing and may exist only for 'canImport' conditions"
            ]
        )
    }

    @Test func `fixes violations that the baseline allows`() async throws {
        let baseline =
            #"{"violations": [{"module": "App", "rule": "undeclared-import", "subject": "Net"}]}"#
        var rules = LayerRules.none
        rules.baseline = try Baseline(json: Data(baseline.utf8))
        let fix = try await fix(SampleRepository(), imports: Self.imports, rules: rules)
        #expect(fix.actions.contains(.add("Net", to: "App")))
    }

    private static let forbidding = """
        {"layers": [
          {"name": "low", "modules": ["Core", "Home"], "canDependOn": []},
          {"name": "high", "paths": ["Sources/*", "Tests/*"], "canDependOn": "*"}
        ]}
        """

    @Test func `removes a forbidden dependency that no file imports`() async throws {
        var rules = try LayerRules(json: Data(Self.forbidding.utf8))
        let baseline =
            #"{"violations": [{"module": "Home", "rule": "forbidden-dependency", "subject": "Core"}]}"#
        rules.baseline = try Baseline(json: Data(baseline.utf8))
        let imports = ["App": "import Home", "Home": "let a = 1", "HomeTests": "import Home"]
        let kept = try await fix(SampleRepository(), imports: imports, rules: rules)
        #expect(kept.actions.isEmpty)
        #expect(
            kept.remainders.map(\.note).contains(
                "run 'bulkhead fix --remove-unused Home' to remove it"
            )
        )
        let fix = try await fix(
            SampleRepository(),
            imports: imports,
            rules: rules,
            targets: ["Home"],
            removesUnused: true
        )
        #expect(fix.actions == [.remove("Core", from: "Home")])
        // The code may use the module without an import.
        let symbol = try await self.fix(
            SampleRepository(),
            imports: imports.merging(["Core": "@_cdecl(\"core\") func core() {}"]) { $1 },
            rules: rules,
            targets: ["Home"],
            removesUnused: true
        )
        #expect(symbol.actions.isEmpty)
        let note = symbol.remainders.first?.note
        #expect(note?.hasSuffix("'Core' defines linker symbols by name)") == true, "\(note ?? "")")
    }

    @Test func `the violations after a fix are those that a check of the result finds`()
        async throws
    {
        let rules = try LayerRules(json: Data(Self.forbidding.utf8))
        let repository = try await SampleRepository()
        for (name, text) in Self.imports.merging(
            ["Home": "import Core\nimport Net"],
            uniquingKeysWith: { $1 }
        ) {
            try repository.folder.write(
                text,
                to: "\(SampleRepository.folder(of: name))/\(name).swift"
            )
        }
        let set = PackageSet(try await repository.load())
        let report = BoundaryReport.checking(set, rules: rules, sources: try set.sources())
        #expect(report.violations.contains { $0.rule == .undeclaredImport })
        let fix = ManifestFix.resolving(report, removesUnused: true)
        let left = report.violations(after: [fix])
        #expect(left.map(\.rule) == [.forbiddenDependency, .forbiddenDependency])
        #expect(left.map(\.other) == ["Core", "Net"])
        #expect(fix.remainders.isEmpty)
    }

    @Test func `adds no dependency that would create a cycle`() async throws {
        let fix = try await fix(
            SampleRepository(),
            imports: ["Home": "import Core", "Core": "import Home"]
        )
        #expect(!fix.actions.contains(.add("Home", to: "Core")))
        let remainder = try #require(fix.remainders.first)
        #expect(remainder.violation.module == "Core")
        #expect(remainder.violation.other == "Home")
        #expect(
            remainder.note.hasPrefix("the dependency would create a cycle, Core → Home → Core; ")
        )
    }

    @Test
    func `suggests an edit for a target that is not declared with a literal name`() async throws {
        let repository = try await SampleRepository()
        try repository.folder.write("feature(\"Home\")", to: "Package.swift")
        let fix = try await fix(repository, imports: ["Home": "import Core\nimport Net"])
        #expect(
            fix.remainders.map(\.note).contains(
                "add \"Net\" to the dependencies of 'Home' (the manifest does not declare this target with a literal name)"
            )
        )
    }

    @Test(arguments: [
        (
            "feature(\"Home\")",
            "the manifest does not declare this target with a literal name"
        ),
        (
            ".target(name: \"Home\"), .target(name: \"Home\")",
            "the manifest declares several targets with this name"
        ),
        (
            ".target(name: \"Home\", dependencies: shared)",
            "the declaration of the target does not list this name"
        ),
    ])
    func `states why it cannot remove an unused dependency`(
        manifest: String,
        reason: String
    ) async throws {
        let repository = try await SampleRepository()
        try repository.folder.write(manifest, to: "Package.swift")
        let fix = try await fix(
            repository,
            imports: ["App": "import Home", "Home": "let a = 1"],
            targets: ["Home"],
            removesUnused: true
        )
        #expect(fix.text == manifest)
        #expect(fix.actions.isEmpty)
        let remainder = try #require(fix.remainders.first)
        #expect(remainder.note == "\(remainder.violation.remedy) (\(reason))")
    }

    @Test func `writes a manifest whose edits have the intended effect`() async throws {
        let repository = try await SampleRepository()
        defer {
            withExtendedLifetime(repository) {}
        }
        let fix = try await fix(repository, imports: Self.imports)
        var targets = SampleRepository.targets
        targets["App"] = ["Net", "Core", "Home"]
        targets["Home"] = ["Net", "Core"]
        try repository.write(targets)
        try await fix.write()
        #expect(try repository.folder.text("Package.swift") == fix.text)
    }

    /// `SampleRepository` returns the same description for every manifest.
    @Test func `writes nothing if the edits do not have the intended effect`() async throws {
        let repository = try await SampleRepository()
        defer {
            withExtendedLifetime(repository) {}
        }
        let before = try repository.folder.text("Package.swift")
        let fix = try await fix(repository, imports: Self.imports)
        await #expect(throws: ManifestFixError.unexpected(module: "App")) {
            try await fix.write()
        }
        #expect(try repository.folder.text("Package.swift") == before)
    }

    /// If the program is interrupted during the evaluation, no file has to be restored.
    @Test func `SwiftPM evaluates the new manifest before it is written`() async throws {
        let repository = try await SampleRepository(in: "App")
        defer {
            withExtendedLifetime(repository) {}
        }
        try repository.folder.write("", to: "Other/A.swift")
        let before = try repository.folder.text("App/Package.swift")
        let fix = try await fix(repository, imports: Self.imports)
        let file = repository.folder.path("App/Package.swift")
        @Sendable func reject(_ arguments: [String]) -> Program.Outcome {
            let manager = FileManager.default
            let copy = packagePath(in: arguments)
            #expect(manager.contents(atPath: "\(copy)/Package.swift") == Data(fix.text.utf8))
            #expect(manager.contents(atPath: file) == Data(before.utf8))
            #expect(manager.fileExists(atPath: "\(copy)/../Other/A.swift"))
            #expect(manager.fileExists(atPath: "\(copy)/Sources/Home"))
            return .init(code: 1, output: Data(), errors: "")
        }
        await #expect(throws: ManifestError.self) {
            try await replacingSwift(with: reject) {
                try await fix.write()
            }
        }
        #expect(try repository.folder.text("App/Package.swift") == before)
    }

    @Test func `reports a manifest that cannot be written`() async throws {
        let repository = try await SampleRepository(["Home": []])
        defer {
            withExtendedLifetime(repository) {}
        }
        let fix = try await fix(repository, imports: [:])
        let file = repository.folder.path("Package.swift")
        // A folder with the name of the manifest cannot be replaced by a file.
        @Sendable func describe(_ arguments: [String]) throws -> Program.Outcome {
            try FileManager.default.removeItem(atPath: file)
            try FileManager.default.createDirectory(
                atPath: "\(file)/Folder",
                withIntermediateDirectories: true
            )
            return DescribedPackagesTrait.describe(arguments)
        }
        let error = await #expect(throws: ManifestFixError.self) {
            try await replacingSwift(with: describe) {
                try await fix.write()
            }
        }
        guard case .cannotWrite(let path, let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(path.hasSuffix("/Package.swift"))
        #expect(!reason.isEmpty)
    }

    @Test func `names the other manifests that declare a changed target`() async throws {
        let repository = try await SampleRepository()
        for (name, text) in [
            ("Package@swift-6.0.swift", ".target(name: \"App\")"),
            ("Package@swift-5.9.swift", ".target(name: \"Other\")"), ("App.swift", "\"App\""),
            ("Package@swift-6.1.swift", "\"App\""), ("Package@swift-5.7.swift", "\"App\""),
            ("Package@swift-6.2.swift", "\"App\""), ("Package@swift-5.8.swift", "\"App\""),
        ] {
            try repository.folder.write(text, to: name)
        }
        let changed = try await fix(repository, imports: Self.imports)
        let versions = ["5.7", "5.8", "6.0", "6.1", "6.2"]
        #expect(changed.otherManifests == versions.map { "Package@swift-\($0).swift" })
        let unchanged = try await fix(repository, imports: Self.imports, targets: ["Core"])
        #expect(unchanged.otherManifests == [])
    }
}

@Suite(.buildsPackages)
struct PackageChangeTests {
    private func package(_ core: String) throws -> TemporaryFolder {
        try TemporaryFolder(files: [
            "Package.swift": """
            // swift-tools-version: 6.0
            import PackageDescription
            let shared: [Target.Dependency] = ["Core"]
            let package = Package(name: "P", targets: [
                .target(name: "Core"), .target(name: "Net"), .target(name: "Home", dependencies: shared),
                .executableTarget(name: "App", dependencies: ["Home", "Net"]),
            ])
            """, "Sources/Core/Core.swift": core, "Sources/Net/Net.swift": "public let net = 1",
            "Sources/Home/Home.swift": "import Core\nimport Net",
            "Sources/App/main.swift": "import Core\nimport Home",
        ])
    }

    @Test
    func `SwiftPM accepts a fixed manifest, and no findings remain`() async throws {
        let folder = try package("")
        func fix() async throws -> ManifestFix {
            let package = try await SwiftPackage.load(folder.url.path)
            return ManifestFix.resolving(
                BoundaryReport.checking(
                    PackageSet(package),
                    rules: .none,
                    sources: try PackageSet(package).sources()
                ),
                removesUnused: true
            )
        }
        let first = try await fix()
        #expect(first.actions.count == 3)
        try await first.write()
        let second = try await fix()
        #expect(second.actions.isEmpty)
        #expect(second.remainders.isEmpty)
    }
}
