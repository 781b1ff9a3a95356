// swift-tools-version: 6.2

import PackageDescription

/// The features, each with an interface, an implementation, mocks and tests, or, if only the app
/// uses it, a single module and tests. `uses` lists the modules that the implementation uses, and
/// `exposes` those that the interface uses.
let features: [[Target]] = [
    feature("Pages", uses: ["HTML", "TextEncodings"], tests: ["ProgramTesting"]),
    feature(
        "Library",
        exposes: ["AsyncStreams", "CheckingInterface", "PagesInterface", "SearchText", "WebURLs"],
        tests: ["CheckingTesting", "PagesTesting", "ThreadTesting"]
    ),
    feature(
        "Checking",
        uses: ["AsyncStreams", "HTTPFields", "PagesInterface", "SearchText"],
        exposes: ["WebURLs"],
        tests: ["LibraryTesting", "PagesTesting", "ProgramTesting", "ThreadTesting"]
    ),
    feature(
        "Transfer",
        uses: ["HTML", "LibraryInterface", "TextEncodings", "WebURLs"],
        exposes: ["CheckingInterface", "JSONText"],
        tests: ["CheckingTesting", "LibraryTesting", "ProgramTesting"]
    ),
    single(
        "Reports",
        uses: ["CheckingInterface", "JSONText", "LibraryInterface"],
        tests: ["CheckingTesting", "LibraryTesting"]
    ),
]

/// The services, which implement protocols of Core and of interfaces.
let services: [[Target]] = [
    service(
        "SQLite",
        uses: [
            "CSQLite", "CheckingInterface", "LibraryInterface", "LinkRows", "SearchText",
            "TransferInterface", "WebURLs",
        ],
        tests: ["CheckingTesting", "LibraryTesting", "ProgramTesting"]
    ),
    service(
        "PostgreSQL",
        uses: [
            "CPostgreSQL", "CheckingInterface", "LibraryInterface", "LinkRows", "SearchText",
            "WebURLs",
        ],
        tests: ["CheckingTesting", "LibraryTesting", "ProgramTesting", "ServerTesting"]
    ),
    service("HTTP", uses: ["CCurl"], tests: ["ProgramTesting", "ServerTesting"]),
    service("System", tests: ["ProgramTesting"]),
]

/// Code that is independent of the app, such as a parser or a design system.
let libraries: [[Target]] = [
    library("AsyncStreams", tests: ["ThreadTesting"]),
    library("CommandLineArguments", tests: ["ProgramTesting"]),
    library("HTML", tests: ["ProgramTesting"]),
    library("HTTPFields", tests: ["ProgramTesting"]),
    library("JSONText"),
    library("SearchText", tests: ["ProgramTesting"]),
    library("TerminalText", tests: ["ProgramTesting"]),
    library("TextEncodings", uses: ["HTML"], tests: ["ProgramTesting"]),
    library("WebURLs"),
]

/// The programs. The first target of a feature is its interface.
let interfaces = features.map { $0[0].name }
let mocks = features.joined().map(\.name).filter { $0.hasSuffix("Testing") }
let apps: [[Target]] = [
    app(
        "Shelf",
        uses: interfaces + [
            "CommandLineArguments", "JSONText", "SearchText", "TerminalText", "TextEncodings",
            "WebURLs",
        ],
        tests: mocks + ["ProgramTesting", "ServerTesting"]
    )
]

/// The modules between the features and the programs. The build of Core checks all boundaries.
let foundation: [Target] = [
    .target(
        name: "Core",
        dependencies: modules(["HTTPFields", "Injection"]),
        path: "Modules/Core",
        plugins: ["Boundaries"]
    ),
    .module("CoreTesting", at: "Modules/CoreTesting", uses: ["Core"]),
    .tests(of: "Core", uses: ["CoreTesting"]),
    .module(
        "Bootstrap",
        at: "Modules/Bootstrap",
        uses: ["Core", "Injection"] + implementations(of: features + services)
    ),
    .tests(
        of: "Bootstrap",
        uses: interfaces + mocks + [
            "CSQLite", "Core", "CoreTesting", "Injection", "InjectionTesting", "ProgramTesting",
            "ServerTesting",
        ]
    ),
    // What services share, and the system libraries that they wrap.
    .module(
        "LinkRows",
        at: "Modules/Services/LinkRows",
        uses: ["CheckingInterface", "Core", "LibraryInterface", "SearchText"]
    ),
    .tests(
        of: "LinkRows",
        uses: ["CheckingInterface", "Core", "LibraryInterface", "SearchText"]
    ),
    .systemLibrary(name: "CCurl", path: "Modules/Services/CCurl"),
    .systemLibrary(name: "CPostgreSQL", path: "Modules/Services/CPostgreSQL"),
    .systemLibrary(name: "CSQLite", path: "Modules/Services/CSQLite"),
    .module("ProgramTesting", at: "Modules/TestSupport/ProgramTesting", uses: []),
    .tests(of: "ProgramTesting", uses: []),
    .module(
        "ServerTesting",
        at: "Modules/TestSupport/ServerTesting",
        uses: ["Core", "CoreTesting"]
    ),
    .module("ThreadTesting", at: "Modules/TestSupport/ThreadTesting", uses: []),
    .executableTarget(
        name: "CheckingExample",
        dependencies: modules([
            "Checking", "CheckingInterface", "CheckingTesting", "CommandLineArguments", "Core",
            "CoreTesting",
        ]),
        path: "App/Examples/CheckingExample"
    ),
    .executableTarget(
        name: "LibraryExample",
        dependencies: modules([
            "CommandLineArguments", "Core", "CoreTesting", "Library", "LibraryInterface",
            "LibraryTesting", "PagesInterface", "PagesTesting", "SearchText",
        ]),
        path: "App/Examples/LibraryExample"
    ),
    // The tests of the repository and of its pages, and the benchmark of shelf.
    .testTarget(name: "WorkspaceTests", dependencies: ["ProgramTesting"]),
    .testTarget(
        name: "RecipeTests",
        dependencies: modules([
            "Checking", "CheckingInterface", "CheckingTesting", "Core", "CoreTesting", "Injection",
            "InjectionRegistry", "InjectionTesting", "ProgramTesting", "ServerTesting",
        ])
    ),
    .target(name: "CBenchmarkSupport", path: "Tests/Benchmarks/CBenchmarkSupport"),
    .executableTarget(
        name: "shelf-benchmark",
        dependencies: modules(["CBenchmarkSupport", "CommandLineArguments", "TerminalText"]),
        path: "Tests/Benchmarks/ShelfBenchmark"
    ),
]

/// What a workspace depends on, with its tests: the container engine, the checks of the
/// boundaries, and the tool bulkhead. To use the layout, you need not read it.
let kit = "Modules/Toolkit"
let toolkit: [Target] = [
    .module("Injection", at: "\(kit)/Injection/Injection", uses: []),
    .tests(of: "Injection", uses: ["InjectionTesting", "ProgramTesting", "ThreadTesting"]),
    .module("InjectionTesting", at: "\(kit)/Injection/InjectionTesting", uses: ["Injection"]),
    .module("InjectionRegistry", at: "\(kit)/Injection/InjectionRegistry", uses: ["Injection"]),
    .tests(of: "InjectionRegistry", uses: ["Injection", "ProgramTesting", "ThreadTesting"]),
    .module("SwiftSource", at: "\(kit)/Boundaries/SwiftSource", uses: []),
    .tests(of: "SwiftSource", uses: ["ProgramTesting"]),
    .module("BoundaryRules", at: "\(kit)/Boundaries/BoundaryRules", uses: ["SwiftSource"]),
    .tests(
        of: "BoundaryRules",
        uses: ["PackageManifestTesting", "ProgramTesting", "SwiftSource"]
    ),
    .executableTarget(
        name: "boundaries-check",
        dependencies: modules(["BoundaryRules", "SwiftSource"]),
        path: "\(kit)/Boundaries/Check"
    ),
    .plugin(
        name: "Boundaries",
        capability: .buildTool(),
        dependencies: ["boundaries-check"],
        path: "\(kit)/Boundaries/Plugin"
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
        path: "\(kit)/Boundaries/CommandPlugin"
    ),
    .module(
        "PackageManifest",
        at: "\(kit)/Boundaries/PackageManifest",
        uses: ["BoundaryRules", "SwiftSource"]
    ),
    .module(
        "PackageManifestTesting",
        at: "\(kit)/Boundaries/PackageManifestTesting",
        uses: ["BoundaryRules", "PackageManifest", "ProgramTesting", "SwiftSource"]
    ),
    .tests(
        of: "PackageManifest",
        uses: ["BoundaryRules", "PackageManifestTesting", "ProgramTesting", "SwiftSource"]
    ),
    .module(
        "PackageReports",
        at: "\(kit)/Boundaries/PackageReports",
        uses: ["BoundaryRules", "PackageManifest", "SwiftSource"]
    ),
    .tests(
        of: "PackageReports",
        uses: [
            "BoundaryRules", "GraphDrawing", "PackageManifest", "PackageManifestTesting",
            "ProgramTesting",
        ]
    ),
    .module("GraphDrawing", at: "\(kit)/Boundaries/GraphDrawing", uses: ["BoundaryRules"]),
    .tests(of: "GraphDrawing", uses: ["BoundaryRules", "PackageManifestTesting"]),
    .module(
        "Scaffolding",
        at: "\(kit)/Scaffolding",
        uses: ["BoundaryRules", "PackageManifest", "PackageReports", "SwiftSource"]
    ),
    .tests(
        of: "Scaffolding",
        uses: ["BoundaryRules", "PackageManifest", "PackageManifestTesting", "ProgramTesting"]
    ),
    .executableTarget(
        name: "Bulkhead",
        dependencies: modules([
            "BoundaryRules", "CommandLineArguments", "GraphDrawing", "PackageManifest",
            "PackageReports", "Scaffolding", "SwiftSource",
        ]),
        path: "\(kit)/Bulkhead"
    ),
    .tests(of: "Bulkhead", uses: ["PackageManifestTesting", "ProgramTesting"]),
    .target(name: "CAllocationCounter", path: "Tests/Toolkit/Benchmarks/CAllocationCounter"),
    .module(
        "BenchmarkSubjects",
        at: "Tests/Toolkit/Benchmarks/BenchmarkSubjects",
        uses: ["Injection", "InjectionRegistry"]
    ),
    .executableTarget(
        name: "injection-benchmark",
        dependencies: modules([
            "BenchmarkSubjects", "CAllocationCounter", "CommandLineArguments", "Injection",
            "InjectionRegistry",
        ]),
        path: "Tests/Toolkit/Benchmarks/InjectionBenchmark"
    ),
]

let package = Package(
    name: "Bulkhead",
    platforms: [.macOS(.v15), .iOS(.v18)],
    // A package that depends on this one cannot have a target with the same name as a target of
    // these products, such as Core. For this reason, shelf is not a product.
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
        ),
        .trait(
            name: "FactoryKitClosures",
            description: "Accepts closures of factories that are not Sendable, as FactoryKit does."
        ),
    ],
    targets: (features + services + libraries + apps).flatMap(\.self) + foundation + toolkit,
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .plugin && target.type != .system {
    let features = ["InternalImportsByDefault", "MemberImportVisibility", "ExistentialAny"]
    target.swiftSettings = features.map { .enableUpcomingFeature($0) } + [.strictMemorySafety()]
    target.swiftSettings? += Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]
    // A release build of the tests takes half the time if it optimizes only the tests of the
    // engine, into which the compiler inlines code of the engine.
    if (target.type == .test || target.name.hasSuffix("Testing"))
        && !target.name.hasPrefix("Injection")
    {
        target.swiftSettings? += [.unsafeFlags(["-Onone"], .when(configuration: .release))]
    }
    target.dependencies = target.dependencies.map { dependency in
        guard case .byNameItem("PostgreSQL", _) = dependency else { return dependency }
        return .target(name: "PostgreSQL", condition: .when(traits: ["Postgres"]))
    }
}

for target in toolkit where target.type == .test {
    target.path = "Tests/Toolkit/\(target.name)"
}

// 'Tests/run NAME' builds only these tests and what they use, and does not check the boundaries.
if let tests = Context.environment["ONLY_TESTS"]?.split(separator: " ").map(String.init) {
    package.targets.removeAll { $0.type == .test && !tests.contains($0.name) }
    package.targets.forEach { $0.plugins = nil }
    // SwiftPM would compile the program of a plugin before anything else.
    package.targets.removeAll { $0.type == .plugin }
    package.products.removeAll { $0 is Product.Plugin }
}

// A package that depends on this one compiles the plugins of all targets.
if Context.packageDirectory.split(separator: "/").dropLast().last == "checkouts" {
    package.targets.forEach { $0.plugins = nil }
}

// MARK: - From values to targets

func feature(
    _ name: String,
    uses: [String] = [],
    exposes: [String] = [],
    tests: [String] = []
) -> [Target] {
    let folder = "Modules/Features/\(name)"
    let interface = "\(name)Interface"
    let mocks = "\(name)Testing"
    let own = ["Core", interface] + exposes
    return [
        .module(interface, at: "\(folder)/Interface", uses: ["Core", "Injection"] + exposes),
        .module(name, at: "\(folder)/Implementation", uses: own + uses),
        .module(mocks, at: "\(folder)/Testing", uses: own + ["CoreTesting"]),
        .tests(of: name, uses: own + ["CoreTesting", mocks] + uses + tests),
    ]
}

/// A single-module feature, which no other feature can use.
func single(_ name: String, uses: [String] = [], tests: [String] = []) -> [Target] {
    let used = ["Core"] + uses
    return [
        .module(name, at: "Modules/Features/\(name)", uses: ["Injection"] + used),
        .tests(of: name, uses: used + ["CoreTesting"] + tests),
    ]
}

func service(_ name: String, uses: [String] = [], tests: [String] = []) -> [Target] {
    [
        .module(name, at: "Modules/Services/\(name)", uses: ["Core"] + uses),
        .tests(of: name, uses: ["Core", "CoreTesting"] + uses + tests),
    ]
}

func library(_ name: String, uses: [String] = [], tests: [String] = []) -> [Target] {
    [
        .module(name, at: "Modules/Libraries/\(name)", uses: uses),
        .tests(of: name, uses: uses + tests),
    ]
}

func app(_ name: String, uses: [String] = [], tests: [String] = []) -> [Target] {
    let used = ["Bootstrap", "Core", "Injection"] + uses
    return [
        .executableTarget(
            name: name,
            dependencies: modules(used),
            path: "App/\(name)",
            packageAccess: false
        ),
        .tests(of: name, uses: used + ["CoreTesting", "InjectionTesting"] + tests),
    ]
}

func implementations(of parts: [[Target]]) -> [String] {
    parts.joined().map(\.name).filter { !$0.hasSuffix("Testing") && !$0.hasSuffix("Tests") }
}

func modules(_ names: [String]) -> [Target.Dependency] {
    Set(names).sorted().map { .byName(name: $0) }
}

extension Target {
    static func module(_ name: String, at path: String, uses: [String]) -> Target {
        .target(name: name, dependencies: modules(uses), path: path)
    }

    static func tests(of module: String, uses: [String]) -> Target {
        .testTarget(name: "\(module)Tests", dependencies: modules([module] + uses))
    }
}
