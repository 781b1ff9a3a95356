// swift-tools-version: 6.2
import PackageDescription

let engine = Target.Dependency.product(name: "Injection", package: "Engine")

let package = Package(
    name: "Parts",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Feeds", type: .dynamic, targets: ["Feeds"]),
        .library(name: "Links", type: .dynamic, targets: ["Links"]),
    ],
    dependencies: [.package(path: "../Engine")],
    targets: [
        .target(name: "Feeds", dependencies: [engine], path: "Feeds"),
        .target(name: "Links", dependencies: [engine], path: "Links"),
    ],
    swiftLanguageModes: [.v6]
)
