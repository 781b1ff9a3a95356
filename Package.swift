// swift-tools-version: 6.2

import PackageDescription

// MARK: - The contents of the workspace

/// The features, each with a folder in Modules/Features.
///
/// `uses` lists the other features whose interfaces the implementation uses. `exposes` lists the
/// features whose types are also part of the interface. `mocks`, `tests` and `example` list what
/// these targets use in addition to the modules that they always use.
let features = [
    Feature("Pages", libraries: ["HTML", "TextEncodings"]),
    Feature(
        "Library",
        exposes: ["Pages"],
        libraries: ["AsyncStreams", "WebURLs"],
        contractLibraries: ["SearchText", "WebURLs"],
        mocks: ["CheckingInterface", "SearchText", "WebURLs"],
        tests: ["CheckingInterface", "CheckingTesting", "ThreadTesting", "WebURLs"],
        example: [
            "CommandLineArguments", "Core", "CoreTesting", "LibraryTesting", "PagesInterface",
            "PagesTesting",
        ]
    ),
    Feature(
        "Checking",
        uses: ["Pages"],
        libraries: ["AsyncStreams", "SearchText"],
        tests: ["LibraryTesting", "ServerTesting", "ThreadTesting"],
        example: ["CheckingTesting", "CommandLineArguments", "Core", "CoreTesting"]
    ),
    Feature(
        "Transfer",
        exposes: ["Checking", "Library"],
        libraries: ["AsyncStreams", "HTML", "JSONText", "TextEncodings", "WebURLs"],
        contractLibraries: ["JSONText"],
        mocks: nil,
        tests: ["JSONText", "ProgramTesting", "WebURLs"]
    ),
    Feature(
        "Reports",
        uses: ["Checking", "Library"],
        libraries: ["AsyncStreams", "JSONText"],
        mocks: nil
    ),
]

/// The services, which implement protocols in Core and in the interfaces of the features listed in
/// `implements`. Most of them wrap a system library.
let services = [
    Service(
        "SQLite",
        implements: ["Checking", "Library", "Transfer"],
        wraps: "CSQLite",
        uses: ["LinkRows", "SearchText", "WebURLs"],
        tests: ["CheckingTesting", "CSQLite", "LibraryTesting", "ProgramTesting"]
    ),
    Service(
        "PostgreSQL",
        implements: ["Checking", "Library"],
        wraps: "CPostgreSQL",
        trait: "Postgres",
        uses: ["LinkRows", "SearchText", "WebURLs"],
        tests: ["CheckingTesting", "LibraryTesting", "ProgramTesting", "ServerTesting"]
    ),
    Service(
        "HTTP",
        implements: ["Checking"],
        wraps: "CCurl",
        tests: ["CCurl", "ProgramTesting", "ServerTesting"]
    ),
    Service("System", tests: ["ProgramTesting"]),
]

/// General code that is independent of the app.
let libraries = [
    Library("AsyncStreams"),
    Library("CommandLineArguments", tests: ["ProgramTesting"]),
    Library("HTML"),
    Library("HTTPFields"),
    Library("JSONText"),
    Library("SearchText"),
    Library("TerminalText"),
    Library("TextEncodings", exposes: ["HTML"]),
    Library("WebURLs"),
]

/// The programs that are built on the features.
let apps = [
    App(
        "Shelf",
        target: "shelf",
        libraries: [
            "AsyncStreams", "CommandLineArguments", "JSONText", "TerminalText", "TextEncodings",
            "WebURLs",
        ],
        tests: [
            "CheckingInterface", "Core", "CoreTesting", "LibraryInterface", "LibraryTesting",
            "ProgramTesting", "ReportsInterface",
            "ServerTesting", "TransferInterface", "WebURLs",
        ]
    )
]

/// The modules between the features and the app.
let foundation: [Target] = [
    .module(
        "Core",
        at: "Modules/Core",
        dependsOn: ["HTTPFields", "Injection"],
        packageAccess: true
    ),
    .module(
        "CoreTesting",
        at: "Modules/CoreTesting",
        dependsOn: ["Core"]
    ),
    .tests(of: "Core", dependsOn: ["CoreTesting"]),
    .module(
        "LinkRows",
        at: "Modules/Services/LinkRows",
        dependsOn: ["CheckingInterface", "Core", "LibraryInterface"],
        packageAccess: true
    ),
    .tests(of: "LinkRows", dependsOn: ["CheckingInterface", "Core", "LibraryInterface"]),
    .module(
        "Bootstrap",
        at: "Modules/Bootstrap",
        dependsOn: ["Injection", "Core"] + features.flatMap { [$0.name, $0.interface] }
            + services.map(\.name),
        packageAccess: true
    ),
    .tests(
        of: "Bootstrap",
        dependsOn: [
            "CheckingInterface", "Core", "CoreTesting", "CSQLite", "Injection", "InjectionTesting",
            "LibraryInterface", "LibraryTesting", "ProgramTesting", "ReportsInterface",
            "ServerTesting",
            "TransferInterface",
        ]
    ),
]

/// The container engine, and the support modules for tests.
let engine: [Target] = [
    // Other packages depend on these modules, so they do not depend on the gate.
    .module(
        "Injection",
        at: "Modules/Injection/Injection",
        packageAccess: true,
        isChecked: false
    ),
    .module(
        "InjectionTesting",
        at: "Modules/Injection/InjectionTesting",
        dependsOn: ["Injection"],
        isChecked: false
    ),
    .module(
        "InjectionRegistry",
        at: "Modules/Injection/InjectionRegistry",
        dependsOn: ["Injection"],
        packageAccess: true,
        isChecked: false
    ),
    .module("ProgramTesting", at: "Modules/TestSupport/ProgramTesting"),
    .module(
        "ServerTesting",
        at: "Modules/TestSupport/ServerTesting",
        dependsOn: ["Core", "CoreTesting"]
    ),
    .module("ThreadTesting", at: "Modules/TestSupport/ThreadTesting"),
    .module(
        "PackageManifestTesting",
        at: "Modules/TestSupport/PackageManifestTesting",
        dependsOn: ["PackageManifest", "ProgramTesting"]
    ),
    // In release builds, these tests are optimized, because code of the modules is inlined into
    // them.
    .tests(
        of: "Injection",
        dependsOn: ["InjectionTesting", "ProgramTesting", "ThreadTesting"],
        optimized: true
    ),
    .tests(
        of: "InjectionRegistry",
        dependsOn: ["Injection", "ProgramTesting", "ThreadTesting"],
        optimized: true
    ),
    .tests(of: "ProgramTesting"),
]

/// The tool bulkhead.
let tool: [Target] = [
    .module(
        "PackageManifest",
        at: "Modules/Boundaries/PackageManifest",
        dependsOn: ["BoundaryRules", "SwiftSource"],
        readme: false,
        packageAccess: true
    ),
    .module(
        "PackageReports",
        at: "Modules/Boundaries/PackageReports",
        dependsOn: ["BoundaryRules", "PackageManifest", "SwiftSource"],
        readme: false,
        packageAccess: true
    ),
    .module(
        "GraphDrawing",
        at: "Modules/Boundaries/GraphDrawing",
        dependsOn: ["BoundaryRules"],
        readme: false
    ),
    .module(
        "Wiring",
        at: "Modules/Boundaries/Wiring",
        dependsOn: ["BoundaryRules", "SwiftSource"],
        readme: false
    ),
    .module(
        "Scaffolding",
        at: "Modules/Scaffolding",
        dependsOn: [
            "BoundaryRules", "GraphDrawing", "PackageManifest", "PackageReports", "SwiftSource",
        ],
        excludes: ["Templates"],
        packageAccess: true
    ),
    .program(
        "Bulkhead",
        at: "App/Bulkhead",
        dependsOn: [
            "BoundaryRules", "CommandLineArguments", "GraphDrawing", "PackageManifest",
            "PackageReports", "Scaffolding", "SwiftSource", "Wiring",
        ]
    ),
    .tests(of: "SwiftSource", dependsOn: ["ProgramTesting"]),
    .tests(of: "BoundaryRules", dependsOn: ["SwiftSource"]),
    .tests(
        of: "PackageManifest",
        dependsOn: ["BoundaryRules", "PackageManifestTesting", "ProgramTesting"]
    ),
    .tests(
        of: "PackageReports",
        dependsOn: ["BoundaryRules", "PackageManifest", "PackageManifestTesting", "ProgramTesting"]
    ),
    .tests(of: "GraphDrawing", dependsOn: ["BoundaryRules", "SwiftSource"]),
    .tests(of: "Wiring", dependsOn: ["BoundaryRules", "SwiftSource"]),
    .tests(of: "Scaffolding", dependsOn: ["BoundaryRules", "PackageManifest", "ProgramTesting"]),
    .tests(of: "Bulkhead", dependsOn: ["ProgramTesting"]),
]

/// The benchmarks, and the tests of the workspace as a whole.
let checks: [Target] = [
    .target(
        name: "CAllocationCounter",
        path: "Tests/Benchmarks/CAllocationCounter",
        packageAccess: false
    ),
    .target(
        name: "CBenchmarkSupport",
        path: "Tests/Benchmarks/CBenchmarkSupport",
        packageAccess: false
    ),
    .module(
        "BenchmarkSubjects",
        at: "Tests/Benchmarks/BenchmarkSubjects",
        dependsOn: ["Injection", "InjectionRegistry"],
        readme: false
    ),
    .program(
        "injection-benchmark",
        at: "Tests/Benchmarks/InjectionBenchmark",
        dependsOn: [
            "BenchmarkSubjects", "CAllocationCounter", "CommandLineArguments", "Injection",
            "InjectionRegistry",
        ]
    ),
    .program(
        "shelf-benchmark",
        at: "Tests/Benchmarks/ShelfBenchmark",
        dependsOn: ["CBenchmarkSupport", "CommandLineArguments", "TerminalText"]
    ),
    .tests(
        of: nil,
        named: "RecipeTests",
        dependsOn: [
            "Checking", "CheckingInterface", "CheckingTesting", "Core", "CoreTesting", "Injection",
            "InjectionRegistry", "InjectionTesting", "ProgramTesting", "ServerTesting",
        ],
        excludes: ["Packages"]
    ),
    .tests(of: nil, named: "WorkspaceTests", dependsOn: ["ProgramTesting"]),
]

let package = Package(
    name: "Bulkhead",
    platforms: [.macOS(.v15), .iOS(.v18)],
    // SwiftPM does not allow a package that depends on this package to have a target with the same
    // name as a target of these products. For this reason, shelf is not a product, so a package
    // with a target named Core or HTTP can use the plugins. SwiftPM builds shelf nevertheless,
    // because it is an executable target.
    products: [
        .executable(name: "bulkhead", targets: ["Bulkhead"]),
        .plugin(name: "Boundaries", targets: ["Boundaries"]),
        .plugin(name: "CheckBoundaries", targets: ["CheckBoundaries"]),
        .library(name: "Injection", targets: ["Injection"]),
        .library(name: "InjectionRegistry", targets: ["InjectionRegistry"]),
        .library(name: "InjectionTesting", targets: ["InjectionTesting"]),
    ],
    traits: [
        .trait(
            name: "Postgres",
            description: "Lets shelf store its links in PostgreSQL. Requires libpq."
        )
    ],
    targets: features.flatMap(\.targets) + services.flatMap(\.targets)
        + libraries.flatMap(\.targets)
        + apps.flatMap(\.targets) + foundation + engine + .boundaries + tool + checks,
    swiftLanguageModes: [.v6]
)

if let tests = Package.onlyTests {
    package.targets.removeAll { $0.type == .test && !tests.contains($0.name) }
}

// MARK: - From values to targets

// The rest of the manifest creates the targets. In features and the other values, the name has no
// label, which distinguishes these values from targets.

extension Package {
    /// The test targets to build, or `nil` to build everything. `Tests/run NAME` sets the variable,
    /// and builds only the product with these tests.
    static var onlyTests: [String]? {
        Context.environment["ONLY_TESTS"]?.split(separator: " ").map(String.init)
    }
}

/// A feature: its interface, implementation, mocks and tests, and a program that runs only the
/// feature.
struct Feature {
    let name: String
    /// The other features whose interfaces the implementation uses.
    let uses: [String]
    /// The other features whose types are part of the interface.
    let exposes: [String]
    /// The libraries that the implementation uses.
    let libraries: [String]
    /// Whether the feature is one module, which no other feature can use.
    let isSingle: Bool
    /// The libraries whose types are part of the interface.
    let contractLibraries: [String]
    /// The modules that the mocks use in addition to Core, CoreTesting and the interface, or `nil`
    /// if the feature has no mocks for its tests and for other features.
    let mocks: [String]?
    /// The modules that the tests use in addition to those that the tests of every feature use.
    let tests: [String]
    /// The modules that a program in App/Examples uses to run only the feature, or `nil` if there
    /// is no such program.
    let example: [String]?

    init(
        _ name: String,
        uses: [String] = [],
        exposes: [String] = [],
        libraries: [String] = [],
        contractLibraries: [String] = [],
        mocks: [String]? = [],
        tests: [String] = [],
        single: Bool = false,
        example: [String]? = nil
    ) {
        self.name = name
        self.uses = uses
        self.exposes = exposes
        self.libraries = libraries
        self.contractLibraries = contractLibraries
        self.mocks = single ? nil : mocks
        self.tests = tests
        self.isSingle = single
        self.example = example
    }

    /// The module that the app imports.
    var interface: String { isSingle ? name : "\(name)Interface" }
    var mockModules: [String] { mocks == nil ? [] : ["\(name)Testing"] }
    var folder: String { "Modules/Features/\(name)" }

    var targets: [Target] {
        var targets: [Target] = []
        if !isSingle {
            targets.append(interfaceTarget)
        }
        targets.append(implementationTarget)
        if let mocks {
            targets.append(mockTarget(using: mocks))
        }
        targets.append(testTarget)
        if let example {
            targets.append(exampleTarget(using: example))
        }
        return targets
    }

    private var interfaceTarget: Target {
        .module(
            interface,
            at: "\(folder)/Interface",
            dependsOn: ["Core", "Injection"] + exposedFeatures.map(\.interface) + contractLibraries,
            readme: false,
            packageAccess: true
        )
    }

    private var implementationTarget: Target {
        .module(
            name,
            at: isSingle ? folder : "\(folder)/Implementation",
            dependsOn: ["Core"] + (isSingle ? ["Injection"] : []) + interfaces + libraries,
            readme: isSingle,
            packageAccess: true
        )
    }

    private func mockTarget(using modules: [String]) -> Target {
        .module(
            "\(name)Testing",
            at: "\(folder)/Testing",
            dependsOn: ["Core", "CoreTesting", interface] + modules,
            readme: false,
            packageAccess: true
        )
    }

    private var testTarget: Target {
        let mocks = (usedFeatures + [self]).flatMap(\.mockModules)
        return .tests(of: name, dependsOn: ["Core", "CoreTesting"] + interfaces + mocks + tests)
    }

    private func exampleTarget(using modules: [String]) -> Target {
        .program(
            "\(name)Example",
            at: "App/Examples/\(name)Example",
            dependsOn: [name, interface] + modules,
            packageAccess: true
        )
    }

    private var exposedFeatures: [Feature] {
        features.filter { exposes.contains($0.name) }
    }

    private var usedFeatures: [Feature] {
        features.filter { uses.contains($0.name) || exposes.contains($0.name) }
    }

    /// The interfaces that the implementation can import.
    private var interfaces: [String] {
        let own = isSingle ? [] : [interface]
        return own + usedFeatures.map(\.interface)
    }
}

/// A service: its module, its tests, and the system library that it wraps.
struct Service {
    let name: String
    /// The features whose interfaces declare protocols that the service implements.
    let implements: [String]
    /// The module of the system library.
    let wraps: String?
    /// The trait that enables the service, or `nil` if the service is always part of the program.
    let trait: String?
    /// The libraries and the modules for services that the service uses.
    let uses: [String]
    /// The modules that the tests use in addition to Core, CoreTesting, and the interfaces of the
    /// features in `implements`.
    let tests: [String]

    init(
        _ name: String,
        implements: [String] = [],
        wraps: String? = nil,
        trait: String? = nil,
        uses: [String] = [],
        tests: [String] = []
    ) {
        self.name = name
        self.implements = implements
        self.wraps = wraps
        self.trait = trait
        self.uses = uses
        self.tests = tests
    }

    var targets: [Target] {
        let systemLibraries = [wraps].compactMap(\.self)
        let implemented = features.filter { implements.contains($0.name) }
        let interfaces = implemented.map(\.interface)
        let module = Target.module(
            name,
            at: "Modules/Services/\(name)",
            dependsOn: ["Core"] + interfaces + systemLibraries + uses,
            packageAccess: true
        )
        return [
            module,
            .tests(of: name, dependsOn: ["Core", "CoreTesting"] + interfaces + tests),
        ]
            + systemLibraries.map { .systemLibrary(name: $0, path: "Modules/Services/\($0)") }
    }
}

/// A library: a module that depends only on other libraries, and its tests.
struct Library {
    let name: String
    /// The other libraries that the library uses.
    let uses: [String]
    /// The other libraries whose types are part of the interface.
    let exposes: [String]
    /// The modules that the tests use in addition to the libraries in the interface.
    let tests: [String]

    init(
        _ name: String,
        uses: [String] = [],
        exposes: [String] = [],
        tests: [String] = []
    ) {
        self.name = name
        self.uses = uses
        self.exposes = exposes
        self.tests = tests
    }

    var targets: [Target] {
        let module = Target.module(
            name,
            at: "Modules/Libraries/\(name)",
            dependsOn: uses + exposes
        )
        return [module, .tests(of: name, dependsOn: exposes + tests)]
    }
}

/// A program, which can depend on Bootstrap and every interface, and its tests.
struct App {
    let name: String
    /// The name of the target, which is also the name of the program.
    let target: String
    /// The libraries that the program uses.
    let libraries: [String]
    /// The modules that the tests use in addition to Bootstrap and Injection.
    let tests: [String]

    init(
        _ name: String,
        target: String? = nil,
        libraries: [String] = [],
        tests: [String] = []
    ) {
        self.name = name
        self.target = target ?? name
        self.libraries = libraries
        self.tests = tests
    }

    var targets: [Target] {
        let interfaces = features.map(\.interface)
        return [
            .program(
                target,
                at: "App/\(name)",
                dependsOn: ["Bootstrap", "Core", "Injection"] + interfaces + libraries
            ),
            .tests(
                of: target,
                named: "\(name)Tests",
                dependsOn: ["Bootstrap", "Injection"] + tests
            ),
        ]
    }
}

extension Target {
    /// Returns a module with the settings of the workspace.
    static func module(
        _ name: String,
        at path: String,
        dependsOn: [String] = [],
        readme: Bool = true,
        excludes: [String] = [],
        packageAccess: Bool = false,
        isChecked: Bool = true
    ) -> Target {
        .target(
            name: name,
            dependencies: isChecked
                ? checkedDependencies(dependsOn) : dependsOn.map(dependency),
            path: path,
            exclude: (readme ? ["README.md"] : []) + excludes,
            packageAccess: packageAccess,
            swiftSettings: .workspace
        )
    }

    /// Returns a program with the settings of the workspace.
    static func program(
        _ name: String,
        at path: String,
        dependsOn: [String],
        packageAccess: Bool = false
    ) -> Target {
        .executableTarget(
            name: name,
            dependencies: checkedDependencies(dependsOn),
            path: path,
            packageAccess: packageAccess,
            swiftSettings: .workspace
        )
    }

    /// Returns the tests of a module. For tests of the whole workspace, pass a name instead of a
    /// subject.
    ///
    /// In release builds, the compiler optimizes all modules, but it optimizes tests only if
    /// `optimized` is true. Optimizing all tests would take twice as long.
    static func tests(
        of subject: String?,
        named name: String? = nil,
        dependsOn: [String] = [],
        excludes: [String] = [],
        optimized: Bool = false
    ) -> Target {
        let name = name ?? "\(subject ?? "")Tests"
        let dependencies = [subject].compactMap(\.self) + dependsOn
        var settings: [SwiftSetting] = .workspace
        if !optimized {
            settings.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
        }
        return .testTarget(
            name: name,
            dependencies: checkedDependencies(dependencies),
            path: "Tests/\(name)",
            exclude: excludes,
            swiftSettings: settings
        )
    }

    /// Returns the dependencies with the given names and the gate, BoundaryGate, without
    /// duplicates.
    ///
    /// Because of the gate, every build first checks all targets against the layer rules. Building
    /// the check takes longer than the tests of a small module, so `Tests/run NAME` omits it.
    private static func checkedDependencies(_ names: [String]) -> [Dependency] {
        let gate = Package.onlyTests == nil ? ["BoundaryGate"] : []
        var seen: Set<String> = []
        let unique = (names + gate).filter { seen.insert($0).inserted }
        return unique.map(dependency)
    }

    /// Returns a dependency. A service with a trait is linked only if the trait is enabled.
    private static func dependency(_ name: String) -> Dependency {
        let service = services.first { $0.name == name }
        guard let trait = service?.trait else {
            return .byName(name: name)
        }
        return .target(name: name, condition: .when(traits: [trait]))
    }
}

extension [Target] {
    /// The layer rules, the plugins that check them, and the gate, BoundaryGate.
    ///
    /// Building the gate checks all targets. Only the gate uses the plugin `Boundaries`, because
    /// SwiftPM calls a plugin for each target that uses it. The targets from which the plugin is
    /// built cannot depend on the gate, because the gate depends on the plugin.
    static var boundaries: Self {
        [
            .target(
                name: "SwiftSource",
                path: "Modules/Boundaries/SwiftSource",
                packageAccess: false,
                swiftSettings: .workspace
            ),
            .target(
                name: "BoundaryRules",
                dependencies: ["SwiftSource"],
                path: "Modules/Boundaries/BoundaryRules",
                packageAccess: false,
                swiftSettings: .workspace
            ),
            .executableTarget(
                name: "boundaries-check",
                dependencies: ["BoundaryRules", "SwiftSource"],
                path: "Modules/Boundaries/Check",
                packageAccess: false,
                swiftSettings: .workspace
            ),
            .plugin(
                name: "Boundaries",
                capability: .buildTool(),
                dependencies: ["boundaries-check"],
                path: "Modules/Boundaries/Plugin"
            ),
            .plugin(
                name: "CheckBoundaries",
                capability: .command(
                    intent: .custom(
                        verb: "check-boundaries",
                        description: "Checks all targets against the layer rules"
                    )
                ),
                dependencies: ["boundaries-check"],
                path: "Modules/Boundaries/CommandPlugin"
            ),
            .target(
                name: "BoundaryGate",
                path: "Modules/Boundaries/Gate",
                packageAccess: false,
                swiftSettings: .workspace,
                plugins: ["Boundaries"]
            ),
        ]
    }
}

extension [SwiftSetting] {
    static var workspace: Self {
        var settings: Self = [
            // An import is internal unless it is marked public or package (SE-0409).
            .enableUpcomingFeature("InternalImportsByDefault"),
            // A member is visible only in files that import its module (SE-0444).
            .enableUpcomingFeature("MemberImportVisibility"),
            // Every existential type is marked `any` (SE-0335).
            .enableUpcomingFeature("ExistentialAny"),
            // Every unsafe construct is marked `unsafe` (SE-0458).
            .strictMemorySafety(),
        ]
        // In CI, a warning is an error (SE-0480).
        if Context.environment["CI"] != nil {
            settings.append(.treatAllWarnings(as: .error))
        }
        return settings
    }
}
