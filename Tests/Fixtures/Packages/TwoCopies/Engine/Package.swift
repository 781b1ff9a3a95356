// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Engine",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Injection", targets: ["Injection"])],
    targets: [
        .target(name: "Injection", path: "Injection", exclude: ["Injection.docc"])
    ],
    swiftLanguageModes: [.v6]
)
