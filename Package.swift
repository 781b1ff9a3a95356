// swift-tools-version: 6.2

import PackageDescription

// MARK: - The contents of the workspace

/// The traits that enable services. The functions below read this value, so it comes first.
let traits = ["PostgreSQL": "Postgres"]

/// The features, each with a folder in Modules/Features.
///
/// `uses` lists the modules that the implementation uses, and `exposes` those that the interface
/// uses. `mocks`, `tests` and `example` list what these targets use in addition to the modules that
/// they always use.
let features: [[Target]] = [
    feature("Pages", uses: ["HTML", "TextEncodings"]),
    feature(
        "Library",
        uses: ["AsyncStreams", "PagesInterface", "WebURLs"],
        exposes: ["AsyncStreams", "PagesInterface", "SearchText", "WebURLs"],
        mocks: ["CheckingInterface", "PagesInterface", "SearchText", "WebURLs"],
        tests: [
            "CheckingInterface", "CheckingTesting", "PagesTesting", "ThreadTesting", "WebURLs",
        ],
        example: [
            "CommandLineArguments", "Core", "CoreTesting", "LibraryTesting", "PagesInterface",
            "PagesTesting",
        ]
    ),
    feature(
        "Checking",
        uses: ["AsyncStreams", "HTTPFields", "PagesInterface", "SearchText", "WebURLs"],
        exposes: ["AsyncStreams", "WebURLs"],
        tests: ["LibraryTesting", "PagesTesting", "ServerTesting", "ThreadTesting", "WebURLs"],
        example: ["CheckingTesting", "CommandLineArguments", "Core", "CoreTesting"]
    ),
    feature(
        "Transfer",
        uses: [
            "CheckingInterface", "HTML", "JSONText", "LibraryInterface", "TextEncodings",
            "WebURLs",
        ],
        exposes: ["CheckingInterface", "JSONText", "LibraryInterface"],
        mocks: nil,
        tests: ["CheckingTesting", "JSONText", "LibraryTesting", "ProgramTesting", "WebURLs"]
    ),
    feature(
        "Reports",
        uses: ["CheckingInterface", "JSONText", "LibraryInterface"],
        mocks: nil,
        tests: ["CheckingTesting", "LibraryTesting"]
    ),
]

/// The services, which implement protocols in Core and in interfaces. Most of them wrap a system
/// library.
let services: [[Target]] = [
    service(
        "SQLite",
        wraps: "CSQLite",
        uses: [
            "CheckingInterface", "LibraryInterface", "LinkRows", "SearchText", "TransferInterface",
            "WebURLs",
        ],
        tests: ["CheckingTesting", "CSQLite", "LibraryTesting", "ProgramTesting"]
    ),
    service(
        "PostgreSQL",
        wraps: "CPostgreSQL",
        uses: ["CheckingInterface", "LibraryInterface", "LinkRows", "SearchText", "WebURLs"],
        tests: ["CheckingTesting", "LibraryTesting", "ProgramTesting", "ServerTesting"]
    ),
    service(
        "HTTP",
        wraps: "CCurl",
        uses: ["CheckingInterface"],
        tests: ["CCurl", "ProgramTesting", "ServerTesting"]
    ),
    service("System", tests: ["ProgramTesting"]),
]

/// General code that is independent of the app.
let libraries: [[Target]] = [
    library("AsyncStreams"),
    library("CommandLineArguments", tests: ["ProgramTesting"]),
    library("HTML"),
    library("HTTPFields"),
    library("JSONText"),
    library("SearchText"),
    library("TerminalText"),
    library("TextEncodings", uses: ["HTML"]),
    library("WebURLs"),
]

/// The programs. The first target of a feature is its interface.
let interfaces = features.map { $0[0].name }
let apps: [[Target]] = [
    app(
        "Shelf",
        target: "shelf",
        uses: interfaces + [
            "CommandLineArguments", "JSONText", "TerminalText", "TextEncodings", "WebURLs",
        ],
        tests: [
            "CheckingInterface", "Core", "CoreTesting", "LibraryInterface", "LibraryTesting",
            "ProgramTesting", "ReportsInterface", "ServerTesting", "TransferInterface", "WebURLs",
        ]
    )
]

/// The modules between the features and the app.
let foundation: [Target] = [
    .module(
        "Core",
        at: "Modules/Core",
        uses: ["HTTPFields", "Injection"],
        packageAccess: true
    ),
    .module(
        "CoreTesting",
        at: "Modules/CoreTesting",
        uses: ["Core"],
        settings: .unoptimized
    ),
    .tests(of: "Core", uses: ["CoreTesting"]),
    .module(
        "LinkRows",
        at: "Modules/Services/LinkRows",
        uses: ["CheckingInterface", "Core", "LibraryInterface"],
        packageAccess: true
    ),
    .tests(of: "LinkRows", uses: ["CheckingInterface", "Core", "LibraryInterface"]),
    .module(
        "Bootstrap",
        at: "Modules/Bootstrap",
        uses: ["Injection", "Core"] + implementations(of: features + services),
        packageAccess: true
    ),
    .tests(
        of: "Bootstrap",
        uses: [
            "CheckingInterface", "CheckingTesting", "Core", "CoreTesting", "CSQLite", "Injection",
            "InjectionTesting", "LibraryInterface", "LibraryTesting", "ProgramTesting",
            "ReportsInterface", "ServerTesting", "TransferInterface",
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
        uses: ["Injection"],
        isChecked: false
    ),
    .module(
        "InjectionRegistry",
        at: "Modules/Injection/InjectionRegistry",
        uses: ["Injection"],
        packageAccess: true,
        isChecked: false
    ),
    .module("ProgramTesting", at: "Modules/TestSupport/ProgramTesting"),
    .module(
        "ServerTesting",
        at: "Modules/TestSupport/ServerTesting",
        uses: ["Core", "CoreTesting"],
        settings: .unoptimized
    ),
    .module("ThreadTesting", at: "Modules/TestSupport/ThreadTesting"),
    .module(
        "PackageManifestTesting",
        at: "Modules/TestSupport/PackageManifestTesting",
        uses: ["PackageManifest", "ProgramTesting"],
        // If Swift 6.3.1 optimizes its calls of TaskLocal.withValue, they crash.
        settings: .unoptimized
    ),
    // In release builds, these tests are optimized, because code of the modules is inlined into
    // them.
    .tests(
        of: "Injection",
        uses: ["InjectionTesting", "ProgramTesting", "ThreadTesting"],
        optimized: true
    ),
    .tests(
        of: "InjectionRegistry",
        uses: ["Injection", "ProgramTesting", "ThreadTesting"],
        optimized: true
    ),
    .tests(of: "ProgramTesting"),
]

/// The tool bulkhead.
let tool: [Target] = [
    .module(
        "PackageManifest",
        at: "Modules/Boundaries/PackageManifest",
        uses: ["BoundaryRules", "SwiftSource"],
        readme: false,
        packageAccess: true
    ),
    .module(
        "PackageReports",
        at: "Modules/Boundaries/PackageReports",
        uses: ["BoundaryRules", "PackageManifest", "SwiftSource"],
        readme: false,
        packageAccess: true
    ),
    .module(
        "GraphDrawing",
        at: "Modules/Boundaries/GraphDrawing",
        uses: ["BoundaryRules"],
        readme: false
    ),
    .module(
        "Wiring",
        at: "Modules/Boundaries/Wiring",
        uses: ["BoundaryRules", "SwiftSource"],
        readme: false
    ),
    .module(
        "Scaffolding",
        at: "Modules/Scaffolding",
        uses: [
            "BoundaryRules", "GraphDrawing", "PackageManifest", "PackageReports", "SwiftSource",
        ],
        excludes: ["Templates"],
        packageAccess: true
    ),
    .program(
        "Bulkhead",
        at: "App/Bulkhead",
        uses: [
            "BoundaryRules", "CommandLineArguments", "GraphDrawing", "PackageManifest",
            "PackageReports", "Scaffolding", "SwiftSource", "Wiring",
        ]
    ),
    .tests(of: "SwiftSource", uses: ["ProgramTesting"]),
    .tests(of: "BoundaryRules", uses: ["ProgramTesting", "SwiftSource"]),
    .tests(
        of: "PackageManifest",
        uses: ["BoundaryRules", "PackageManifestTesting", "ProgramTesting"]
    ),
    .tests(
        of: "PackageReports",
        uses: [
            "BoundaryRules", "GraphDrawing", "PackageManifest", "PackageManifestTesting",
            "ProgramTesting",
        ]
    ),
    .tests(of: "GraphDrawing", uses: ["BoundaryRules", "SwiftSource"]),
    .tests(of: "Wiring", uses: ["BoundaryRules", "SwiftSource"]),
    .tests(of: "Scaffolding", uses: ["BoundaryRules", "PackageManifest", "ProgramTesting"]),
    .tests(of: "Bulkhead", uses: ["PackageManifestTesting", "ProgramTesting"]),
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
        uses: ["Injection", "InjectionRegistry"],
        readme: false
    ),
    .program(
        "injection-benchmark",
        at: "Tests/Benchmarks/InjectionBenchmark",
        uses: [
            "BenchmarkSubjects", "CAllocationCounter", "CommandLineArguments", "Injection",
            "InjectionRegistry",
        ]
    ),
    .program(
        "shelf-benchmark",
        at: "Tests/Benchmarks/ShelfBenchmark",
        uses: ["CBenchmarkSupport", "CommandLineArguments", "TerminalText"]
    ),
    .tests(
        of: nil,
        named: "RecipeTests",
        uses: [
            "Checking", "CheckingInterface", "CheckingTesting", "Core", "CoreTesting", "Injection",
            "InjectionRegistry", "InjectionTesting", "ProgramTesting", "ServerTesting",
        ],
        excludes: ["Packages"]
    ),
    .tests(of: nil, named: "WorkspaceTests", uses: ["ProgramTesting"]),
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
    targets: (features + services + libraries + apps).flatMap(\.self) + foundation + engine
        + .boundaries + tool + checks,
    swiftLanguageModes: [.v6]
)

if let tests = Package.onlyTests {
    package.targets.removeAll { $0.type == .test && !tests.contains($0.name) }
    // SwiftPM would compile the program of a plugin once more, before anything else.
    package.targets.removeAll { $0.name == "BoundaryGate" || $0.type == .plugin }
    package.products.removeAll { $0 is Product.Plugin }
}

// MARK: - From values to targets

extension Package {
    /// Whether SwiftPM has cloned this package as a dependency of another package.
    static var isCheckout: Bool {
        Context.packageDirectory.split(separator: "/").dropLast().last == "checkouts"
    }

    /// The test targets to build, or `nil` to build everything. `Tests/run NAME` sets the variable,
    /// and builds only the product with these tests.
    static var onlyTests: [String]? {
        Context.environment["ONLY_TESTS"]?.split(separator: " ").map(String.init)
    }
}

/// Returns the targets of a feature: its interface, implementation, mocks and tests, and a program
/// in App/Examples that runs only the feature. If `mocks` or `example` is `nil`, there are none.
func feature(
    _ name: String,
    uses: [String] = [],
    exposes: [String] = [],
    mocks: [String]? = [],
    tests: [String] = [],
    example: [String]? = nil
) -> [Target] {
    let folder = "Modules/Features/\(name)"
    let interface = "\(name)Interface"
    let interfaces = [interface] + uses.filter { $0.hasSuffix("Interface") }
    let ownMocks = mocks == nil ? [] : ["\(name)Testing"]
    var targets: [Target] = [
        .module(
            interface,
            at: "\(folder)/Interface",
            uses: ["Core", "Injection"] + exposes,
            readme: false,
            packageAccess: true
        ),
        .module(
            name,
            at: "\(folder)/Implementation",
            uses: ["Core", interface] + uses,
            readme: false,
            packageAccess: true
        ),
        .tests(of: name, uses: ["Core", "CoreTesting"] + interfaces + ownMocks + tests),
    ]
    if let mocks {
        let target = Target.module(
            "\(name)Testing",
            at: "\(folder)/Testing",
            uses: ["Core", "CoreTesting", interface] + mocks,
            readme: false,
            packageAccess: true,
            settings: .unoptimized
        )
        targets.append(target)
    }
    if let example {
        let target = Target.program(
            "\(name)Example",
            at: "App/Examples/\(name)Example",
            uses: [name, interface] + example,
            packageAccess: true
        )
        targets.append(target)
    }
    return targets
}

/// Returns the targets of a service: its module and its tests, and the system library that it
/// wraps.
func service(
    _ name: String,
    wraps systemLibrary: String? = nil,
    uses: [String] = [],
    tests: [String] = []
) -> [Target] {
    let systemLibraries = [systemLibrary].compactMap(\.self)
    let interfaces = uses.filter { $0.hasSuffix("Interface") }
    let module = Target.module(
        name,
        at: "Modules/Services/\(name)",
        uses: ["Core"] + uses + systemLibraries,
        packageAccess: true
    )
    return [module, .tests(of: name, uses: ["Core", "CoreTesting"] + interfaces + tests)]
        + systemLibraries.map { .systemLibrary(name: $0, path: "Modules/Services/\($0)") }
}

/// Returns the targets of a library: a module that depends only on other libraries, and its tests.
func library(_ name: String, uses: [String] = [], tests: [String] = []) -> [Target] {
    [
        .module(name, at: "Modules/Libraries/\(name)", uses: uses),
        .tests(of: name, uses: uses + tests),
    ]
}

/// Returns the targets of a program, which can depend on Bootstrap and every interface, and its
/// tests.
func app(
    _ name: String,
    target: String,
    uses: [String],
    tests: [String] = []
) -> [Target] {
    [
        .program(target, at: "App/\(name)", uses: ["Bootstrap", "Core", "Injection"] + uses),
        .tests(of: target, named: "\(name)Tests", uses: ["Bootstrap", "Injection"] + tests),
    ]
}

/// Returns the names of the modules that Bootstrap links.
func implementations(of parts: [[Target]]) -> [String] {
    let modules = parts.joined().filter { $0.type == .regular && !$0.name.hasSuffix("Testing") }
    return modules.map(\.name)
}

extension Target {
    /// Returns a module with the settings of the workspace.
    static func module(
        _ name: String,
        at path: String,
        uses: [String] = [],
        readme: Bool = true,
        excludes: [String] = [],
        packageAccess: Bool = false,
        isChecked: Bool = true,
        settings: [SwiftSetting] = .workspace
    ) -> Target {
        .target(
            name: name,
            dependencies: isChecked
                ? checkedDependencies(uses) : uses.map(dependency),
            path: path,
            exclude: (readme ? ["README.md"] : []) + excludes,
            packageAccess: packageAccess,
            swiftSettings: settings
        )
    }

    /// Returns a program with the settings of the workspace.
    static func program(
        _ name: String,
        at path: String,
        uses: [String],
        packageAccess: Bool = false
    ) -> Target {
        .executableTarget(
            name: name,
            dependencies: checkedDependencies(uses),
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
        uses: [String] = [],
        excludes: [String] = [],
        optimized: Bool = false
    ) -> Target {
        let name = name ?? "\(subject ?? "")Tests"
        let dependencies = [subject].compactMap(\.self) + uses
        let settings: [SwiftSetting] = optimized ? .workspace : .unoptimized
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
        guard let trait = traits[name] else {
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
    ///
    /// SwiftPM builds a plugin that a target uses even if nothing depends on the target. If this
    /// package is a dependency, the gate has no plugin, so that a package that uses only the engine
    /// compiles only the engine.
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
                plugins: Package.isCheckout ? [] : ["Boundaries"]
            ),
        ]
    }
}

extension [SwiftSetting] {
    /// The settings of code that only tests use, which is not optimized in release builds either.
    static var unoptimized: Self {
        .workspace + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
    }

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
