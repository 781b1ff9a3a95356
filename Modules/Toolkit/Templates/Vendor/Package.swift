// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "bulkhead",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "Injection", targets: ["Injection"]),
        .library(name: "InjectionTesting", targets: ["InjectionTesting"]),
        .plugin(name: "Boundaries", targets: ["Boundaries"]),
        .plugin(name: "CheckBoundaries", targets: ["CheckBoundaries"]),
    ],
    targets: [
        .target(name: "Injection", path: "Modules/Toolkit/Injection/Injection"),
        .target(
            name: "InjectionTesting",
            dependencies: ["Injection"],
            path: "Modules/Toolkit/Injection/InjectionTesting"
        ),
        .target(name: "SwiftSource", path: "Modules/Toolkit/Boundaries/SwiftSource"),
        .target(
            name: "BoundaryRules",
            dependencies: ["SwiftSource"],
            path: "Modules/Toolkit/Boundaries/BoundaryRules"
        ),
        .executableTarget(
            name: "boundaries-check",
            dependencies: ["BoundaryRules", "SwiftSource"],
            path: "Modules/Toolkit/Boundaries/Check"
        ),
        .plugin(
            name: "Boundaries",
            capability: .buildTool(),
            dependencies: ["boundaries-check"],
            path: "Modules/Toolkit/Boundaries/Plugin"
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
            path: "Modules/Toolkit/Boundaries/CommandPlugin"
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .plugin {
    let features = ["InternalImportsByDefault", "MemberImportVisibility", "ExistentialAny"]
    target.swiftSettings = features.map { .enableUpcomingFeature($0) } + [.strictMemorySafety()]
}
