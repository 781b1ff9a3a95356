// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Bulkhead",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "shelf", targets: ["Shelf"]),
        .library(name: "Injection", targets: ["Injection"]),
        .library(name: "InjectionTesting", targets: ["InjectionTesting"]),
    ],
    targets: [
        // The engine
        .module("Injection"),
        .module("InjectionTesting", uses: ["Injection"]),
        .tests("Injection", uses: ["InjectionTesting"]),

        // The vocabulary
        .module("Core", uses: ["Injection"]),
        .module("CoreTesting", uses: ["Core"]),
        .tests("Core", uses: ["CoreTesting"]),

        // Services: one target for each implementation of a Core protocol
        .systemLibrary("CSQLite"),
        .service("SQLite", uses: ["CSQLite"]),
        .service("HTTP"),
        .service("System"),
        .tests("SQLite", uses: ["Core", "CoreTesting", "CSQLite"]),
        .tests("HTTP", uses: ["Core", "CoreTesting"]),
        .tests("System", uses: ["Core"]),

        // Features: they meet through interfaces only
        .interface("Pages"),
        .implementation("Pages"),
        .mocks("Pages"),
        .tests("Pages", uses: ["PagesInterface", "Core", "CoreTesting", "PagesTesting"]),

        .interface("Library", uses: ["PagesInterface"]),
        .implementation("Library", uses: ["PagesInterface"]),
        .mocks("Library"),
        .tests(
            "Library",
            uses: ["LibraryInterface", "PagesInterface", "Core", "CoreTesting", "LibraryTesting", "PagesTesting"]),

        .interface("Checking"),
        .implementation("Checking"),
        .mocks("Checking"),
        .tests("Checking", uses: ["CheckingInterface", "Core", "CoreTesting", "CheckingTesting"]),

        .interface("Transfer", uses: ["LibraryInterface"]),
        .implementation("Transfer", uses: ["LibraryInterface"]),
        .tests("Transfer", uses: ["TransferInterface", "LibraryInterface", "Core", "LibraryTesting"]),

        .interface("Reports"),
        .implementation("Reports", uses: ["LibraryInterface", "CheckingInterface", "Injection"]),
        .tests(
            "Reports",
            uses: [
                "ReportsInterface", "LibraryInterface", "CheckingInterface", "Core", "Injection", "LibraryTesting",
                "CheckingTesting", "InjectionTesting",
            ]),

        // The one place that sees concrete types, and the app that never does
        .bootstrap(
            "Bootstrap", services: ["SQLite", "HTTP", "System"],
            features: ["Pages", "Library", "Checking", "Transfer", "Reports"]),
        .tests(
            "Bootstrap",
            uses: [
                "Core", "Injection", "LibraryInterface", "CheckingInterface", "ReportsInterface", "CoreTesting",
                "InjectionTesting",
            ]),
        .app(
            "Shelf",
            uses: [
                "Bootstrap", "Core", "Injection", "LibraryInterface", "PagesInterface", "CheckingInterface",
                "TransferInterface", "ReportsInterface",
            ]),
        .tests("Shelf", uses: ["Core", "CoreTesting"]),

        // What holds for the workspace as a whole
        .workspaceTests("Workspace"),
    ],
    swiftLanguageModes: [.v6]
)

// MARK: - One verb for each kind of module

extension Target {
    /// A module that lies directly under Modules.
    static func module(_ name: String, uses: [String] = []) -> Target {
        .target(
            name: name, dependencies: uses.modules, path: "Modules/\(name)", exclude: ["README.md"],
            packageAccess: false, swiftSettings: Settings.all)
    }

    /// A feature's contract: protocols, models, errors and one container protocol.
    static func interface(_ feature: String, uses: [String] = []) -> Target {
        .target(
            name: "\(feature)Interface", dependencies: (["Core", "Injection"] + uses).modules,
            path: "Modules/Features/\(feature)/Interface", packageAccess: false, swiftSettings: Settings.all)
    }

    /// What a feature does, seen by Bootstrap and by its own tests.
    static func implementation(_ feature: String, uses: [String] = []) -> Target {
        .target(
            name: feature, dependencies: (["\(feature)Interface", "Core"] + uses).modules,
            path: "Modules/Features/\(feature)/Implementation", swiftSettings: Settings.all)
    }

    /// A feature's mocks and samples, for the tests of those that use it.
    static func mocks(_ feature: String, uses: [String] = []) -> Target {
        .target(
            name: "\(feature)Testing", dependencies: (["\(feature)Interface", "Core"] + uses).modules,
            path: "Modules/Features/\(feature)/Testing", packageAccess: false, swiftSettings: Settings.all)
    }

    /// An implementation of protocols that Core declares.
    static func service(_ name: String, uses: [String] = []) -> Target {
        .target(
            name: name, dependencies: (["Core"] + uses).modules, path: "Modules/Services/\(name)",
            exclude: ["README.md"], swiftSettings: Settings.all)
    }

    /// A C library of the system, installed by App/run and Tests/run.
    static func systemLibrary(_ name: String) -> Target {
        .systemLibrary(name: name, path: "Modules/Services/\(name)")
    }

    /// The target that sees the concrete types and registers them.
    static func bootstrap(_ name: String, services: [String], features: [String]) -> Target {
        let interfaces = features.map { "\($0)Interface" }
        return .target(
            name: name, dependencies: (["Core", "Injection"] + services + features + interfaces).modules,
            path: "Modules/\(name)", exclude: ["README.md"], swiftSettings: Settings.all)
    }

    /// A command-line program.
    static func app(_ name: String, uses: [String]) -> Target {
        .executableTarget(
            name: name, dependencies: uses.modules, path: "App/\(name)", packageAccess: false,
            swiftSettings: Settings.all)
    }

    /// The tests of one module, with only what they need.
    static func tests(_ subject: String, uses: [String] = []) -> Target {
        .testTarget(
            name: "\(subject)Tests", dependencies: ([subject] + uses).modules, path: "Tests/\(subject)Tests",
            swiftSettings: Settings.all)
    }

    /// Tests that look at the workspace from outside, and so depend on none of its modules.
    static func workspaceTests(_ name: String) -> Target {
        .testTarget(name: "\(name)Tests", path: "Tests/\(name)Tests", swiftSettings: Settings.all)
    }
}

extension [String] {
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
