// swift-tools-version: 5.9
import PackageDescription

let package = Package(
    name: "Planner",
    platforms: [.macOS(.v13)],
    targets: [
        .executableTarget(name: "Planner", dependencies: ["Locator"]),
        .target(name: "Locator"),
    ]
)
