// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Planner",
    platforms: [.macOS(.v13)],
    targets: [
        .executableTarget(name: "Planner"),
        .testTarget(name: "PlannerTests", dependencies: ["Planner"]),
    ],
    swiftLanguageModes: [.v6]
)
