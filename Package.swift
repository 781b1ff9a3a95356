// swift-tools-version: 6.2

import PackageDescription

// MARK: - What the workspace consists of

/// The features, each with a folder in Modules/Features. `uses` names other features whose
/// interfaces the feature needs; `exposes` names those whose types are also in its own interface.
let features = [
    Feature("Pages", libraries: ["HTML", "TextEncodings"]),
    Feature("Library", exposes: ["Pages"], libraries: ["WebURLs"], example: true),
    Feature("Checking", example: true),
    Feature(
        "Transfer",
        exposes: ["Library"],
        libraries: ["AsyncStreams", "HTML", "JSONText", "TextEncodings"],
        mocks: false,
        embeds: ["container-names.txt"]
    ),
    Feature(
        "Reports",
        uses: ["Library", "Checking"],
        libraries: ["AsyncStreams", "JSONText"],
        mocks: false,
        embeds: ["Page/page.html", "Page/page.css", "Page/page.js"]
    ),
]

/// The services, which implement protocols of Core, most of them over a system library.
let services = [
    Service("SQLite", wraps: "CSQLite", libraries: ["SearchText", "WebURLs"]),
    Service(
        "PostgreSQL",
        wraps: "CPostgreSQL",
        trait: "Postgres",
        libraries: ["SearchText", "WebURLs"]
    ),
    Service("HTTP", wraps: "CCurl"),
    Service("System"),
]

/// General code that is independent of the app. `uses` and `exposes` name other libraries.
let libraries = [
    Library("AsyncStreams"),
    Library("CommandLineArguments"),
    Library("HTML", embeds: ["named-characters.txt"]),
    Library("JSONText"),
    Library("SearchText"),
    Library("TerminalText"),
    Library("TextEncodings", exposes: ["HTML"]),
    Library("WebURLs"),
]

let apps = [
    App(
        "Shelf",
        target: "shelf",
        libraries: [
            "AsyncStreams", "CommandLineArguments", "JSONText", "TerminalText", "TextEncodings",
            "WebURLs",
        ]
    )
]

let testSupport = [
    "Core", "CoreTesting", "Injection", "InjectionTesting", "ProgramTesting", "ServerTesting",
    "ThreadTesting",
]

let foundation: [Target] = [
    .module(
        "Core",
        at: "Modules/Core",
        dependsOn: ["Injection", "JSONText", "SearchText"],
        packageAccess: true
    ),
    .module(
        "CoreTesting",
        at: "Modules/CoreTesting",
        dependsOn: ["Core", "SearchText", "WebURLs"]
    ),
    .tests(of: "Core", dependsOn: ["JSONText"]),
    .module(
        "Bootstrap",
        at: "Modules/Bootstrap",
        dependsOn: ["Injection", "Core"] + features.flatMap { [$0.name, $0.interface] }
            + services.map(\.name),
        packageAccess: true
    ),
    .tests(of: "Bootstrap", dependsOn: features.map(\.interface) + ["CSQLite"]),
]

let engine: [Target] = [
    .module("Injection", at: "Modules/Injection/Injection", packageAccess: true),
    .module("InjectionTesting", at: "Modules/Injection/InjectionTesting", dependsOn: ["Injection"]),
    .module(
        "InjectionRegistry",
        at: "Modules/Injection/InjectionRegistry",
        dependsOn: ["Injection"],
        packageAccess: true
    ),
    .module("ProgramTesting", at: "Modules/TestSupport/ProgramTesting"),
    .module(
        "ServerTesting",
        at: "Modules/TestSupport/ServerTesting",
        dependsOn: ["Core", "CoreTesting"]
    ),
    .module("ThreadTesting", at: "Modules/TestSupport/ThreadTesting"),
    // Their inlined code is a part of the tests.
    .tests(of: "Injection", optimized: true),
    .tests(of: "InjectionRegistry", optimized: true),
    .tests(of: "ProgramTesting"),
]

let tool: [Target] = [
    .module(
        "PackageManifest",
        at: "Modules/Boundaries/PackageManifest",
        dependsOn: ["BoundaryRules", "SwiftSource"],
        readme: false
    ),
    .module(
        "GraphDrawing",
        at: "Modules/Boundaries/GraphDrawing",
        dependsOn: ["BoundaryRules"],
        readme: false,
        embeds: ["Page/modules.html", "Page/modules.css", "Page/modules.js"]
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
        dependsOn: ["BoundaryRules", "GraphDrawing", "PackageManifest", "SwiftSource"],
        excludes: ["Templates"],
        packageAccess: true
    ),
    .program(
        "Bulkhead",
        at: "App/Bulkhead",
        dependsOn: [
            "BoundaryRules", "CommandLineArguments", "GraphDrawing", "PackageManifest",
            "Scaffolding", "SwiftSource", "Wiring",
        ]
    ),
    .plugin(
        name: "CheckBoundaries",
        capability: .command(
            intent: .custom(
                verb: "check-boundaries",
                description: "Checks all targets against the layer rules"
            )
        ),
        dependencies: ["Bulkhead"],
        path: "Modules/Boundaries/CommandPlugin"
    ),
    .tests(of: "SwiftSource"),
    .tests(of: "BoundaryRules", dependsOn: ["SwiftSource"]),
    .tests(of: "PackageManifest", dependsOn: ["BoundaryRules"]),
    .tests(of: "GraphDrawing", dependsOn: ["BoundaryRules", "SwiftSource"]),
    .tests(of: "Wiring", dependsOn: ["BoundaryRules", "SwiftSource"]),
    .tests(of: "Scaffolding", dependsOn: ["BoundaryRules"]),
    .tests(of: "Bulkhead"),
]

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
        dependsOn: ["Checking", "CheckingInterface", "InjectionRegistry"],
        excludes: ["Packages"]
    ),
    .tests(of: nil, named: "WorkspaceTests"),
]

let package = Package(
    name: "Bulkhead",
    platforms: [.macOS(.v15)],
    // A package that depends on this one must not have targets with the same names as the targets
    // of these products, so shelf is not one of them, and a package with a target Core or HTTP can
    // use the plugins. SwiftPM builds shelf as the program of its target.
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
            description: "shelf can keep its links in PostgreSQL; needs libpq to link"
        )
    ],
    targets: features.flatMap(\.targets) + services.flatMap(\.targets)
        + libraries.flatMap(\.targets)
        + apps.flatMap(\.targets) + foundation + engine + .boundaries + tool + checks,
    swiftLanguageModes: [.v6]
)

// MARK: - From values to targets

/// A feature: its interface, implementation, mocks and tests, and a program that runs it alone.
///
/// A single feature is one module with its tests, which no other feature can use.
struct Feature {
    let name: String
    let uses, exposes, libraries, embeds: [String]
    let mocks, single, example: Bool

    init(
        _ name: String,
        uses: [String] = [],
        exposes: [String] = [],
        libraries: [String] = [],
        mocks: Bool = true,
        single: Bool = false,
        example: Bool = false,
        embeds: [String] = []
    ) {
        self.name = name
        self.uses = uses
        self.exposes = exposes
        self.libraries = libraries
        self.mocks = mocks && !single
        self.single = single
        self.example = example
        self.embeds = embeds
    }

    /// The module that the app imports.
    var interface: String { single ? name : "\(name)Interface" }

    var targets: [Target] {
        let used = features.filter { (uses + exposes).contains($0.name) }
        let contracts = (single ? [] : [interface]) + used.map(\.interface)
        let testing = (used + [self]).filter(\.mocks).map { "\($0.name)Testing" }
        var targets = modules(
            exposed: used.filter { exposes.contains($0.name) }.map(\.interface),
            contracts: contracts
        )
        targets.append(.tests(of: name, dependsOn: contracts + testing))
        if example {
            targets.append(
                .program(
                    "\(name)Example",
                    at: "App/Examples/\(name)Example",
                    dependsOn: [name, "Core", "CoreTesting"] + contracts + testing + Library.names,
                    packageAccess: true
                )
            )
        }
        return targets
    }

    private func modules(exposed: [String], contracts: [String]) -> [Target] {
        let folder = "Modules/Features/\(name)"
        let implementation = Target.module(
            name,
            at: single ? folder : "\(folder)/Implementation",
            dependsOn: ["Core", "Injection"] + contracts + libraries,
            readme: single,
            embeds: embeds,
            packageAccess: true
        )
        if single {
            return [implementation]
        }
        let interface = Target.module(
            interface,
            at: "\(folder)/Interface",
            dependsOn: ["Core", "Injection"] + exposed,
            readme: false
        )
        let mock = Target.module(
            "\(name)Testing",
            at: "\(folder)/Testing",
            dependsOn: ["Core", "CoreTesting", interface.name],
            readme: false
        )
        return [interface, implementation] + (mocks ? [mock] : [])
    }
}

/// A service: a module over a system library, its tests, and the trait that links it.
struct Service {
    let name: String
    let wraps, trait: String?
    let libraries: [String]

    init(_ name: String, wraps: String? = nil, trait: String? = nil, libraries: [String] = []) {
        self.name = name
        self.wraps = wraps
        self.trait = trait
        self.libraries = libraries
    }

    var targets: [Target] {
        let system = [wraps].compactMap(\.self)
        return [
            .module(
                name,
                at: "Modules/Services/\(name)",
                dependsOn: ["Core"] + system + libraries,
                packageAccess: true
            ),
            .tests(of: name, dependsOn: system),
        ] + system.map { .systemLibrary(name: $0, path: "Modules/Services/\($0)") }
    }
}

/// A library: a module that depends only on other libraries, and its tests.
struct Library {
    let name: String
    let uses, exposes, embeds: [String]
    static var names: [String] { libraries.map(\.name) }

    init(_ name: String, uses: [String] = [], exposes: [String] = [], embeds: [String] = []) {
        self.name = name
        self.uses = uses
        self.exposes = exposes
        self.embeds = embeds
    }

    var targets: [Target] {
        [
            .module(
                name,
                at: "Modules/Libraries/\(name)",
                dependsOn: uses + exposes,
                embeds: embeds
            ),
            .tests(of: name, dependsOn: exposes),
        ]
    }
}

/// A program: commands that can depend on Bootstrap and every interface, and their tests.
struct App {
    let name, target: String
    let libraries: [String]
    init(_ name: String, target: String? = nil, libraries: [String] = []) {
        self.name = name
        self.target = target ?? name
        self.libraries = libraries
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
                dependsOn: ["Bootstrap"] + interfaces
                    + features.filter(\.mocks).map { "\($0.name)Testing" }
            ),
        ]
    }
}

extension Target {
    /// A module with the settings of the workspace.
    static func module(
        _ name: String,
        at path: String,
        dependsOn: [String] = [],
        readme: Bool = true,
        excludes: [String] = [],
        embeds: [String] = [],
        packageAccess: Bool = false
    ) -> Target {
        .target(
            name: name,
            dependencies: checkedDependencies(dependsOn),
            path: path,
            exclude: (readme ? ["README.md"] : []) + excludes,
            resources: embeds.map { .embedInCode($0) },
            packageAccess: packageAccess,
            swiftSettings: .workspace
        )
    }

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

    /// The tests of a module. Tests of the workspace as a whole have a name instead.
    ///
    /// In release, the compiler optimizes modules but not tests, which would take it twice as long,
    /// unless `optimized` is true.
    static func tests(
        of subject: String?,
        named name: String? = nil,
        dependsOn: [String] = [],
        excludes: [String] = [],
        optimized: Bool = false
    ) -> Target {
        let name = name ?? "\(subject ?? "")Tests"
        let dependencies = [subject].compactMap(\.self) + dependsOn + testSupport
        return .testTarget(
            name: name,
            dependencies: checkedDependencies(dependencies),
            path: "Tests/\(name)",
            exclude: excludes,
            swiftSettings: .workspace
                + (optimized ? [] : [.unsafeFlags(["-Onone"], .when(configuration: .release))])
        )
    }

    /// The dependencies with the given names, each once, and the gate.
    ///
    /// Because of the gate, a build of any target first checks all targets against the layer rules.
    private static func checkedDependencies(_ names: [String]) -> [Dependency] {
        var seen: Set<String> = []
        let unique = (names + ["BoundaryGate"]).filter { seen.insert($0).inserted }
        return unique.map(dependency)
    }

    /// A dependency, which is linked only with the trait of a service that has one.
    private static func dependency(_ name: String) -> Dependency {
        let trait = services.first { $0.name == name }?.trait
        return trait.map { .target(name: name, condition: .when(traits: [$0])) }
            ?? .byName(name: name)
    }
}

extension [Target] {
    /// The rules, the plugin that runs them, and the gate, whose build checks all targets.
    ///
    /// The plugin is attached to the gate alone, because SwiftPM calls it for each target that has
    /// it. SwiftPM counts a plugin as a dependency, so the targets that it is built from cannot
    /// depend on the gate.
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
        [
            // SE-0409: an import is internal unless it is marked public or package
            .enableUpcomingFeature("InternalImportsByDefault"),
            // SE-0444: a member is visible only where its module is imported
            .enableUpcomingFeature("MemberImportVisibility"),
            // SE-0335: `any` before every existential
            .enableUpcomingFeature("ExistentialAny"),
            // SE-0458: every unsafe construct is marked `unsafe`
            .strictMemorySafety(),
            // SE-0480: in CI a warning is an error
        ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])
    }
}
