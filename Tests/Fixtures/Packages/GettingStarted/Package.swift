// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Notes",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [
        .package(path: "../bulkhead")  // or its URL and a revision
    ],
    targets: [
        .target(
            name: "Notes",
            dependencies: [.product(name: "Injection", package: "bulkhead")]
        ),
        .testTarget(
            name: "NotesTests",
            dependencies: [
                "Notes",
                .product(name: "Injection", package: "bulkhead"),
                .product(name: "InjectionTesting", package: "bulkhead"),
            ]
        ),
    ]
)
