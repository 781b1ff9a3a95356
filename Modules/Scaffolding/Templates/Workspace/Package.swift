// swift-tools-version: 6.2

import PackageDescription

// MARK: - The contents of the workspace

/// The features, each with a folder in Modules/Features.
///
/// `uses` lists the other features whose interfaces the implementation uses. `exposes` lists the
/// features whose types are also part of the interface. `tests` lists the modules that the tests
/// use in addition to Core, CoreTesting and the mocks of these features.
let features: [Feature] = []

/// The services, which implement protocols in Core and in the interfaces of the features listed in
/// `implements`.
let services: [Service] = []

/// General code that is independent of the app, such as a design system.
let libraries: [Library] = []

/// The programs that are built on the features.
let apps: [App] = [
    App("AppName"),  // empty
    App("AppName", tests: ["NotesTesting"]),  // sample
]

/// The modules that every workspace has.
let foundation: [Target] = [
    .module("Core", at: "Modules/Core", dependsOn: ["Injection"], packageAccess: true),
    .module("CoreTesting", at: "Modules/CoreTesting", dependsOn: ["Core"], readme: false),
    .tests(of: "Core", dependsOn: ["CoreTesting"]),
    .module(
        "Bootstrap",
        at: "Modules/Bootstrap",
        dependsOn: ["Injection", "Core"] + features.flatMap { [$0.name, $0.interface] }
            + services.map(\.name),
        packageAccess: true
    ),
    .tests(
        of: "Bootstrap",
        dependsOn: ["Injection", "InjectionTesting"]
            + ["NotesInterface", "NotesTesting"]  // sample
    ),
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
    name: "AppName",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "appname", targets: ["AppName"])
    ],
    targets: features.flatMap(\.targets) + services.flatMap(\.targets)
        + libraries.flatMap(\.targets)
        + apps.flatMap(\.targets) + foundation + engine + .boundaries + checks,
    swiftLanguageModes: [.v6]
)

if let tests = Package.onlyTests {
    package.keepOnly(tests)
}
