// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Bulkhead",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "shelf", targets: ["Shelf"]),
        .executable(name: "bulkhead", targets: ["Bulkhead"]),
        .plugin(name: "Boundaries", targets: ["Boundaries"]),
        .library(name: "Injection", targets: ["Injection"]),
        .library(name: "InjectionRegistry", targets: ["InjectionRegistry"]),
        .library(name: "InjectionTesting", targets: ["InjectionTesting"]),
    ],
    traits: [
        .trait(name: "Postgres", description: "shelf can keep its links in PostgreSQL; needs libpq to link")
    ],
    targets: [
        // The boundaries: what the build checks itself with, and the tool that draws them
        .boundaries("SwiftSource"),
        .tests("SwiftSource", uses: ["ProgramTesting"]),
        .boundaries("BoundaryRules", uses: ["SwiftSource"]),
        .tests("BoundaryRules", uses: ["SwiftSource"]),
        .boundariesCheck("boundaries-check", uses: ["BoundaryRules", "SwiftSource"]),
        .boundariesPlugin("Boundaries", runs: "boundaries-check"),
        .module("PackageManifest", in: "Boundaries", uses: ["BoundaryRules", "SwiftSource"]),
        .tests("PackageManifest", uses: ["BoundaryRules", "ProgramTesting"]),
        .module("GraphDrawing", in: "Boundaries", uses: ["BoundaryRules"]),
        .tests("GraphDrawing", uses: ["BoundaryRules", "SwiftSource"]),

        // What starts workspaces and grows them
        .module(
            "Scaffolding", uses: ["BoundaryRules", "GraphDrawing", "PackageManifest", "SwiftSource"],
            excluding: ["Templates"], packageAccess: true),
        .tests("Scaffolding", uses: ["ProgramTesting"]),

        // Programs and threads in tests
        .module("ProgramTesting"),
        .tests("ProgramTesting"),
        .module("ThreadTesting"),

        // The engine
        .module("Injection", packageAccess: true),
        .module("InjectionTesting", uses: ["Injection"]),
        .tests("Injection", uses: ["InjectionTesting", "ProgramTesting", "ThreadTesting"]),
        .module("InjectionRegistry", uses: ["Injection"], packageAccess: true),
        .tests("InjectionRegistry", uses: ["Injection", "ProgramTesting", "ThreadTesting"]),

        // The vocabulary
        .module("Core", uses: ["Injection"], packageAccess: true),
        .module("CoreTesting", uses: ["Core"]),
        .tests("Core", uses: ["CoreTesting"]),

        // Services: one target for each implementation of Core's protocols
        .systemLibrary("CSQLite"),
        .service("SQLite", uses: ["CSQLite"]),
        .tests("SQLite", uses: ["Core", "CoreTesting", "CSQLite"]),
        .systemLibrary("CPostgreSQL"),
        .service("PostgreSQL", uses: ["CPostgreSQL"]),
        .tests("PostgreSQL", uses: ["Core", "CoreTesting", "ProgramTesting"]),
        .systemLibrary("CCurl"),
        .service("HTTP", uses: ["CCurl"]),
        .tests("HTTP", uses: ["Core", "CoreTesting", "ProgramTesting"]),
        .service("System"),
        .tests("System", uses: ["Core", "CoreTesting", "ProgramTesting"]),

        // Features: `uses` names other features, of which a feature sees the interface, and its tests the mocks too
        .interface("Pages", also: ["Core"]),
        .implementation("Pages", also: ["Core"]),
        .mocks("Pages", also: ["Core"]),
        .featureTests("Pages", also: ["Core", "CoreTesting", "PagesTesting"]),

        .interface("Library", uses: ["Pages"], also: ["Core"]),
        .implementation("Library", uses: ["Pages"], also: ["Core"]),
        .mocks("Library", also: ["Core"]),
        .featureTests("Library", uses: ["Pages"], also: ["Core", "CoreTesting", "LibraryTesting"]),
        .example("Library", uses: ["Pages"], also: ["CommandLineArguments", "Core", "CoreTesting"]),

        .interface("Checking", also: ["Core"]),
        .implementation("Checking", also: ["Core"]),
        .mocks("Checking", also: ["Core"]),
        .featureTests("Checking", also: ["Core", "CoreTesting"]),
        .example("Checking", also: ["CommandLineArguments", "Core", "CoreTesting"]),

        .interface("Transfer", uses: ["Library"]),
        .implementation("Transfer", uses: ["Library"], also: ["Core"]),
        .featureTests("Transfer", uses: ["Library"], also: ["Core"]),

        .interface("Reports", also: ["Core"]),
        .implementation(
            "Reports", uses: ["Library", "Checking"], also: ["Core", "Injection"],
            embedding: ["Page/page.html", "Page/page.css", "Page/page.js"]),
        .featureTests(
            "Reports", uses: ["Library", "Checking"], also: ["Core", "CoreTesting", "Injection", "InjectionTesting"]),

        // What the programs share
        .library("CommandLineArguments"),
        .tests("CommandLineArguments"),
        .library("TerminalText"),
        .tests("TerminalText"),

        // The one target that sees concrete types, and the app that never does
        .bootstrap(
            services: ["SQLite", "PostgreSQL", "HTTP", "System"],
            features: ["Pages", "Library", "Checking", "Transfer", "Reports"]),
        .tests(
            "Bootstrap", uses: ["Core", "CoreTesting", "Injection", "InjectionTesting", "ProgramTesting"],
            features: ["Library", "Checking", "Reports", "Transfer"]),
        .app(
            "Shelf", uses: ["TerminalText"], features: ["Pages", "Library", "Checking", "Transfer", "Reports"]),
        .tests("Shelf", uses: ["Bootstrap", "Core", "CoreTesting", "Injection", "ProgramTesting"]),
        .tool(
            "Bulkhead",
            uses: [
                "BoundaryRules", "CommandLineArguments", "GraphDrawing", "PackageManifest", "Scaffolding",
                "SwiftSource",
            ]),
        .tests("Bulkhead", uses: ["ProgramTesting"]),

        // How fast the engine is
        .benchmarkSupport("CAllocationCounter"),
        .benchmarkSupport("BenchmarkSubjects", uses: ["Injection", "InjectionRegistry"]),
        .benchmark(
            "injection-benchmark", in: "InjectionBenchmark",
            uses: ["BenchmarkSubjects", "CAllocationCounter", "CommandLineArguments", "Injection", "InjectionRegistry"]),

        // How fast shelf is, beside its peers
        .benchmarkSupport("CBenchmarkSupport"),
        .benchmark(
            "shelf-benchmark", in: "ShelfBenchmark", uses: ["CBenchmarkSupport", "CommandLineArguments"]),

        // The code that the documentation shows
        .recipes(
            "Recipe",
            uses: [
                "Checking", "Core", "CoreTesting", "Injection", "InjectionRegistry", "InjectionTesting",
                "ProgramTesting",
            ],
            features: ["Checking"], packages: ["Recipes/SeparateModules"]),

        // What holds for the workspace as a whole
        .workspaceTests("Workspace", uses: ["ProgramTesting"]),
    ],
    swiftLanguageModes: [.v6]
)

// It is compiled everywhere, and linked only where libpq is asked for.
package.link("PostgreSQL", ifTrait: "Postgres")

// MARK: - One verb for each kind of module

extension Target {
    /// A module that lies directly under Modules, or in a group of modules that share a README. With package access its tests see what
    /// other modules do not.
    static func module(
        _ name: String, in group: String? = nil, uses: [String] = [], excluding: [String] = [],
        packageAccess: Bool = false
    ) -> Target {
        .target(
            name: name, dependencies: uses.modules, path: group.map { "Modules/\($0)/\(name)" } ?? "Modules/\(name)",
            exclude: (group == nil ? ["README.md"] : []) + excluding,
            packageAccess: packageAccess, swiftSettings: Settings.all, plugins: [.boundaries])
    }

    /// General code that is independent of the app, such as a parser or a design system.
    static func library(_ name: String, uses: [String] = []) -> Target {
        .target(
            name: name, dependencies: uses.modules, path: "Modules/Libraries/\(name)", exclude: ["README.md"],
            packageAccess: false, swiftSettings: Settings.all, plugins: [.boundaries])
    }

    /// A module that the build checks boundaries with, and so cannot be checked by the build itself.
    static func boundaries(_ name: String, uses: [String] = []) -> Target {
        .target(
            name: name, dependencies: uses.modules, path: "Modules/Boundaries/\(name)", packageAccess: false,
            swiftSettings: Settings.all)
    }

    /// The program that the plugin runs for each target.
    static func boundariesCheck(_ name: String, uses: [String]) -> Target {
        .executableTarget(
            name: name, dependencies: uses.modules, path: "Modules/Boundaries/Check", packageAccess: false,
            swiftSettings: Settings.all)
    }

    /// The plugin that has every target checked.
    static func boundariesPlugin(_ name: String, runs program: String) -> Target {
        .plugin(
            name: name, capability: .buildTool(), dependencies: [.target(name: program)],
            path: "Modules/Boundaries/Plugin")
    }

    /// A C library of the system, which App/run and Tests/run install.
    static func systemLibrary(_ name: String) -> Target {
        .systemLibrary(name: name, path: "Modules/Services/\(name)")
    }

    /// An implementation of protocols that Core declares.
    static func service(_ name: String, uses: [String] = []) -> Target {
        .target(
            name: name, dependencies: (["Core"] + uses).modules, path: "Modules/Services/\(name)",
            exclude: ["README.md"], swiftSettings: Settings.all, plugins: [.boundaries])
    }

    /// A feature's contract: protocols, models, errors and one container protocol.
    static func interface(_ feature: String, uses: [String] = [], also: [String] = []) -> Target {
        .target(
            name: feature.interface, dependencies: (["Injection"] + uses.interfaces + also).modules,
            path: "Modules/Features/\(feature)/Interface", packageAccess: false, swiftSettings: Settings.all,
            plugins: [.boundaries])
    }

    /// What a feature does, seen by Bootstrap and by its own tests; the files that it embeds become constants of its code.
    static func implementation(
        _ feature: String, uses: [String] = [], also: [String] = [], embedding files: [String] = []
    ) -> Target {
        .target(
            name: feature, dependencies: ([feature.interface] + uses.interfaces + also).modules,
            path: "Modules/Features/\(feature)/Implementation", resources: files.map { .embedInCode($0) },
            swiftSettings: Settings.all, plugins: [.boundaries])
    }

    /// A feature's mocks and samples, for the tests of those that use it.
    static func mocks(_ feature: String, also: [String] = []) -> Target {
        .target(
            name: feature.testing, dependencies: ([feature.interface] + also).modules,
            path: "Modules/Features/\(feature)/Testing", packageAccess: false, swiftSettings: Settings.all,
            plugins: [.boundaries])
    }

    /// A program that runs a feature alone, with mocks of what it uses.
    static func example(_ feature: String, uses: [String] = [], also: [String] = []) -> Target {
        .executableTarget(
            name: feature.example,
            dependencies: ([feature, feature.interface] + uses.interfaces + uses.map(\.testing) + also).modules,
            path: "App/Examples/\(feature.example)", swiftSettings: Settings.all, plugins: [.boundaries])
    }

    /// The target that sees the concrete types and registers them.
    static func bootstrap(services: [String], features: [String]) -> Target {
        // Core declares the container protocols of services alone.
        let core = services.isEmpty ? [] : ["Core"]
        return .target(
            name: "Bootstrap",
            dependencies: (["Injection"] + core + services + features + features.interfaces).modules,
            path: "Modules/Bootstrap", exclude: ["README.md"], swiftSettings: Settings.all, plugins: [.boundaries])
    }

    /// A command-line program.
    static func app(_ name: String, uses: [String] = [], features: [String]) -> Target {
        .executableTarget(
            name: name,
            dependencies: (["Bootstrap", "CommandLineArguments", "Core", "Injection"] + uses + features.interfaces)
                .modules,
            path: "App/\(name)", packageAccess: false, swiftSettings: Settings.all, plugins: [.boundaries])
    }

    /// A command-line program that works on packages, and knows no module that Bootstrap puts together.
    static func tool(_ name: String, uses: [String]) -> Target {
        .executableTarget(
            name: name, dependencies: uses.modules, path: "App/\(name)", packageAccess: false,
            swiftSettings: Settings.all, plugins: [.boundaries])
    }

    /// The tests of one module, with only what they need.
    static func tests(_ subject: String, uses: [String] = [], features: [String] = []) -> Target {
        .testTarget(
            name: "\(subject)Tests", dependencies: ([subject] + uses + features.interfaces).modules,
            path: "Tests/\(subject)Tests", swiftSettings: Settings.all, plugins: [.boundaries])
    }

    /// The tests of one feature, which get mocks of the features that it uses.
    static func featureTests(_ feature: String, uses: [String] = [], also: [String] = []) -> Target {
        .tests(feature, uses: [feature.interface] + uses.map(\.testing) + also, features: uses)
    }

    /// Tests that look at the workspace from outside, and so depend on none of its modules.
    static func workspaceTests(_ name: String, uses: [String]) -> Target {
        .testTarget(
            name: "\(name)Tests", dependencies: uses.modules, path: "Tests/\(name)Tests", swiftSettings: Settings.all,
            plugins: [.boundaries])
    }
}

// MARK: - Verbs beyond the layout

extension Package {
    /// Lets targets depend on a module only where a trait is on.
    func link(_ module: String, ifTrait trait: String) {
        for target in targets {
            target.dependencies = target.dependencies.map { dependency in
                guard case .byNameItem(name: module, condition: _) = dependency else { return dependency }
                return .target(name: module, condition: .when(traits: [trait]))
            }
        }
    }
}

extension Target {
    /// A program that measures, and reports what it measured.
    static func benchmark(_ name: String, in folder: String, uses: [String]) -> Target {
        .executableTarget(
            name: name, dependencies: uses.modules, path: "Tests/Benchmarks/\(folder)", packageAccess: false,
            swiftSettings: Settings.all, plugins: [.boundaries])
    }

    /// What a benchmark measures, or measures with.
    static func benchmarkSupport(_ name: String, uses: [String] = []) -> Target {
        .target(
            name: name, dependencies: uses.modules, path: "Tests/Benchmarks/\(name)", packageAccess: false,
            swiftSettings: Settings.all, plugins: [.boundaries])
    }

    /// The code that pages of the documentation show, with its tests; `packages` are folders that the tests build.
    static func recipes(_ name: String, uses: [String], features: [String], packages: [String]) -> Target {
        .testTarget(
            name: "\(name)Tests", dependencies: (uses + features.interfaces).modules, path: "Tests/\(name)Tests",
            exclude: packages, swiftSettings: Settings.all, plugins: [.boundaries])
    }
}

// MARK: - What the verbs share

extension Target.PluginUsage {
    /// Fails the build where a target breaks the layer rules.
    static var boundaries: Self { .plugin(name: "Boundaries") }
}

extension String {
    /// The module of a feature's contract.
    var interface: String { "\(self)Interface" }
    /// The module of a feature's mocks.
    var testing: String { "\(self)Testing" }
    /// The program that runs a feature alone.
    var example: String { "\(self)Example" }
}

extension [String] {
    var interfaces: [String] { map(\.interface) }
    var modules: [Target.Dependency] { map { .byName(name: $0) } }
}

// MARK: - Settings, once for all

enum Settings {
    static var all: [SwiftSetting] {
        [
            // SE-0409: an import states its reach; internal unless it says public or package
            .enableUpcomingFeature("InternalImportsByDefault"),
            // SE-0444: a member is visible where its module is imported
            .enableUpcomingFeature("MemberImportVisibility"),
            // SE-0335: `any` before every existential
            .enableUpcomingFeature("ExistentialAny"),
            // SE-0458: every unsafe construct is marked `unsafe`
            .strictMemorySafety(),
        ] + warnings
    }

    /// SE-0480: in CI a warning is an error.
    static var warnings: [SwiftSetting] {
        Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]
    }
}
