// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "AppName",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "appname", targets: ["AppName"]),
        .executable(name: "bulkhead", targets: ["Bulkhead"]),
    ],
    targets: [
        // The boundaries: what the build checks itself with, and the tool that draws them
        .boundaries("SwiftSource"),
        .boundaries("BoundaryRules", uses: ["SwiftSource"]),
        .boundariesCheck("boundaries-check", uses: ["BoundaryRules", "SwiftSource"]),
        .boundariesPlugin("Boundaries", runs: "boundaries-check"),
        .module("PackageManifest", in: "Boundaries", uses: ["BoundaryRules", "SwiftSource"]),
        .module("GraphDrawing", in: "Boundaries", uses: ["BoundaryRules"]),

        // What starts workspaces and grows them
        .module(
            "Scaffolding", uses: ["BoundaryRules", "GraphDrawing", "PackageManifest", "SwiftSource"],
            excluding: ["Templates"], packageAccess: true),

        // Programs in tests
        .module("ProgramTesting"),

        // The engine
        .module("Injection", packageAccess: true),
        .module("InjectionTesting", uses: ["Injection"]),

        // The vocabulary
        .module("Core", packageAccess: true),
        .tests("Core"),

        // Services: one target for each implementation of Core's protocols

        // Features: `uses` names other features, of which a feature sees the interface, and its tests the mocks too

        // What the programs share
        .library("CommandLineArguments"),

        // The one target that sees concrete types, and the app that never does
        .bootstrap(services: [], features: []),
        .tests("Bootstrap", uses: ["Injection", "InjectionTesting"]),
        .app("AppName", features: []),
        .tests("AppName", uses: ["ProgramTesting"]),
        .tool(
            "Bulkhead",
            uses: [
                "BoundaryRules", "CommandLineArguments", "GraphDrawing", "PackageManifest", "Scaffolding",
                "SwiftSource",
            ]),

        // What holds for the workspace as a whole
        .workspaceTests("Workspace", uses: ["ProgramTesting"]),
    ],
    swiftLanguageModes: [.v6]
)
