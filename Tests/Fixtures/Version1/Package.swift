// swift-tools-version: 6.2

import PackageDescription

// MARK: - The contents of the workspace

/// The features, each with a folder in Modules/Features.
///
/// `uses` lists the other features whose interfaces the implementation uses. `exposes` lists those
/// whose types are also part of the interface.
let features: [Feature] = [
    Feature("Notes"),
    Feature("Tags"),
]

/// The services, which implement protocols of Core.
let services: [Service] = [
    Service("Files")
]

/// General code that is independent of the app, such as a design system.
let libraries: [Library] = []

/// The programs that are built on the features.
let apps: [App] = [
    App("Shop")
]

/// The modules that every test can use.
let testSupport = ["Core", "CoreTesting", "Injection", "InjectionTesting"]

/// The modules that every workspace has.
let foundation: [Target] = [
    .module("Core", at: "Modules/Core", dependsOn: ["Injection"], packageAccess: true),
    .module("CoreTesting", at: "Modules/CoreTesting", dependsOn: ["Core"], readme: false),
    .tests(of: "Core"),
    .module(
        "Bootstrap",
        at: "Modules/Bootstrap",
        dependsOn: ["Injection", "Core"] + features.flatMap { [$0.name, $0.interface] }
            + services.map(\.name),
        packageAccess: true
    ),
    .tests(of: "Bootstrap", dependsOn: features.map(\.interface)),
]

/// The container engine, which 'bulkhead upgrade' replaces.
let engine: [Target] = [
    .module("Injection", at: "Modules/Injection/Injection", readme: false, packageAccess: true),
    .module(
        "InjectionTesting",
        at: "Modules/Injection/InjectionTesting",
        dependsOn: ["Injection"],
        readme: false
    ),
]

/// The tests of the workspace as a whole.
let checks: [Target] = [
    .tests(of: nil, named: "WorkspaceTests", dependsOn: ["BoundaryRules", "SwiftSource"])
]

let package = Package(
    name: "Shop",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "shop", targets: ["Shop"])
    ],
    targets: features.flatMap(\.targets) + services.flatMap(\.targets)
        + libraries.flatMap(\.targets)
        + apps.flatMap(\.targets) + foundation + engine + .boundaries + checks,
    swiftLanguageModes: [.v6]
)

// MARK: - From values to targets

// The rest of the manifest creates the targets. The names of features and other values have no
// labels, which distinguishes the values from the targets.

/// A feature: its interface, implementation, mocks and tests, and a program that runs it alone.
struct Feature {
    let name: String
    /// The other features whose interfaces the implementation uses.
    let uses: [String]
    /// The other features whose types are part of the interface.
    let exposes: [String]
    /// The libraries that the implementation uses.
    let libraries: [String]
    /// Whether there are mocks for other features and their tests.
    let hasMocks: Bool
    /// Whether the feature is one module, which no other feature can use.
    let isSingle: Bool
    /// Whether a program in App/Examples runs the feature alone.
    let hasExample: Bool
    /// The files that the build embeds in the implementation.
    let embeds: [String]

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
        self.hasMocks = mocks && !single
        self.isSingle = single
        self.hasExample = example
        self.embeds = embeds
    }

    /// The module that the app imports.
    var interface: String { isSingle ? name : "\(name)Interface" }
    var mocks: String { "\(name)Testing" }
    var folder: String { "Modules/Features/\(name)" }

    var targets: [Target] {
        var targets: [Target] = []
        if !isSingle {
            targets.append(interfaceTarget)
        }
        targets.append(implementationTarget)
        if hasMocks {
            targets.append(mockTarget)
        }
        targets.append(testTarget)
        if hasExample {
            targets.append(exampleTarget)
        }
        return targets
    }

    private var interfaceTarget: Target {
        .module(
            interface,
            at: "\(folder)/Interface",
            dependsOn: ["Core", "Injection"] + exposedFeatures.map(\.interface),
            readme: false
        )
    }

    private var implementationTarget: Target {
        .module(
            name,
            at: isSingle ? folder : "\(folder)/Implementation",
            dependsOn: ["Core", "Injection"] + interfaces + libraries,
            readme: isSingle,
            embeds: embeds,
            packageAccess: true
        )
    }

    private var mockTarget: Target {
        .module(
            mocks,
            at: "\(folder)/Testing",
            dependsOn: ["Core", "CoreTesting", interface],
            readme: false
        )
    }

    private var testTarget: Target {
        .tests(of: name, dependsOn: interfaces + availableMocks)
    }

    private var exampleTarget: Target {
        .program(
            "\(name)Example",
            at: "App/Examples/\(name)Example",
            dependsOn: [name, "Core", "CoreTesting"] + interfaces + availableMocks + Library.names,
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

    /// The mocks that the tests and the example can import.
    private var availableMocks: [String] {
        (usedFeatures + [self]).filter(\.hasMocks).map(\.mocks)
    }
}

/// A service: its module, its tests, and the system library that it wraps.
struct Service {
    let name: String
    /// The module of the system library.
    let wraps: String?
    /// The trait without which nothing depends on the service.
    let trait: String?
    /// The libraries that the service uses.
    let libraries: [String]

    init(_ name: String, wraps: String? = nil, trait: String? = nil, libraries: [String] = []) {
        self.name = name
        self.wraps = wraps
        self.trait = trait
        self.libraries = libraries
    }

    var targets: [Target] {
        let systemLibraries = [wraps].compactMap(\.self)
        let module = Target.module(
            name,
            at: "Modules/Services/\(name)",
            dependsOn: ["Core"] + systemLibraries + libraries,
            packageAccess: true
        )
        return [module, .tests(of: name, dependsOn: systemLibraries)]
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
    /// The files that the build embeds in the module.
    let embeds: [String]

    static var names: [String] { libraries.map(\.name) }

    init(_ name: String, uses: [String] = [], exposes: [String] = [], embeds: [String] = []) {
        self.name = name
        self.uses = uses
        self.exposes = exposes
        self.embeds = embeds
    }

    var targets: [Target] {
        let module = Target.module(
            name,
            at: "Modules/Libraries/\(name)",
            dependsOn: uses + exposes,
            embeds: embeds
        )
        return [module, .tests(of: name, dependsOn: exposes)]
    }
}

/// A program, which can depend on Bootstrap and every interface, and its tests.
struct App {
    let name: String
    /// The name of the target, which is also the name of the program.
    let target: String
    /// The libraries that the program uses.
    let libraries: [String]

    init(_ name: String, target: String? = nil, libraries: [String] = []) {
        self.name = name
        self.target = target ?? name
        self.libraries = libraries
    }

    var targets: [Target] {
        let interfaces = features.map(\.interface)
        let mocks = features.filter(\.hasMocks).map(\.mocks)
        return [
            .program(
                target,
                at: "App/\(name)",
                dependsOn: ["Bootstrap", "Core", "Injection"] + interfaces + libraries
            ),
            .tests(
                of: target,
                named: "\(name)Tests",
                dependsOn: ["Bootstrap"] + interfaces + mocks
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

    /// Returns the tests of a module. Tests of the workspace as a whole have a name instead.
    ///
    /// In release, the compiler optimizes modules, but tests only if `optimized` is true, because
    /// optimizing all of them would take twice as long.
    static func tests(
        of subject: String?,
        named name: String? = nil,
        dependsOn: [String] = [],
        excludes: [String] = [],
        optimized: Bool = false
    ) -> Target {
        let name = name ?? "\(subject ?? "")Tests"
        let dependencies = [subject].compactMap(\.self) + dependsOn + testSupport
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

    /// Returns the dependencies with the given names, without duplicates, and the gate.
    ///
    /// Because of the gate, every build first checks all targets against the layer rules.
    private static func checkedDependencies(_ names: [String]) -> [Dependency] {
        var seen: Set<String> = []
        let unique = (names + ["BoundaryGate"]).filter { seen.insert($0).inserted }
        return unique.map(dependency)
    }

    /// Returns a dependency. A service with a trait is linked only with the trait.
    private static func dependency(_ name: String) -> Dependency {
        let service = services.first { $0.name == name }
        guard let trait = service?.trait else {
            return .byName(name: name)
        }
        return .target(name: name, condition: .when(traits: [trait]))
    }
}

extension [Target] {
    /// The layer rules, the plugin that checks them, and the gate.
    ///
    /// Building the gate checks all targets. Only the gate uses the plugin, because SwiftPM calls a
    /// plugin for each target that uses it. The targets that the plugin is built from cannot depend
    /// on the gate, because SwiftPM counts a plugin as a dependency.
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
