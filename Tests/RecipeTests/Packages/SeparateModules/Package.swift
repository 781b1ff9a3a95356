// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Sample",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "Injection", path: "Injection", exclude: ["README.md", "Injection.docc"]),
        .target(name: "Core", dependencies: ["Injection"], path: "Core", packageAccess: false),
        .target(name: "Services", dependencies: ["Core"], path: "Services"),
        .target(
            name: "Bootstrap",
            dependencies: ["Core", "Injection", "Services"],
            path: "Bootstrap"
        ),
        .executableTarget(
            name: "App",
            dependencies: ["Bootstrap", "Core", "Injection"],
            path: "App",
            packageAccess: false
        ),
    ],
    swiftLanguageModes: [.v6]
)
