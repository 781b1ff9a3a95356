// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "EqualNames",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "Injection", path: "Injection", exclude: ["README.md", "Injection.docc"]),
        .target(name: "Feeds", dependencies: ["Injection"], path: "Feeds"),
        .target(name: "Links", dependencies: ["Injection"], path: "Links"),
        .executableTarget(name: "App", dependencies: ["Feeds", "Links", "Injection"], path: "App"),
    ],
    swiftLanguageModes: [.v6]
)
