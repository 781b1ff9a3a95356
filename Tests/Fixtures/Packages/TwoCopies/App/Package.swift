// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "App",
    platforms: [.macOS(.v15)],
    dependencies: [.package(path: "../Parts")],
    targets: [
        .executableTarget(
            name: "App",
            dependencies: [
                .product(name: "Feeds", package: "Parts"),
                .product(name: "Links", package: "Parts"),
            ],
            path: "Sources"
        )
    ],
    swiftLanguageModes: [.v6]
)
