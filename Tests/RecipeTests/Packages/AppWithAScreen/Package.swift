// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "ShelfApp",
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        .library(name: "ShelfScreens", targets: ["Bootstrap", "Injection", "LibraryViews"])
    ],
    targets: [
        .executableTarget(
            name: "ShelfApp",
            dependencies: ["Bootstrap", "Injection", "LibraryViews"],
            path: "App/ShelfApp",
            packageAccess: false
        ),
        .target(
            name: "Bootstrap",
            dependencies: [
                "Core", "Injection", "Library", "LibraryInterface", "PagesInterface", "SQLite",
                "System",
            ],
            path: "Modules/Bootstrap"
        ),

        .target(
            name: "LibraryViews",
            dependencies: ["Core", "LibraryInterface"],
            path: "Modules/Features/Library/Views",
            packageAccess: false
        ),
        .target(
            name: "LibraryPreviews",
            dependencies: ["Core", "LibraryTesting", "LibraryViews"],
            path: "Modules/Features/Library/Previews",
            packageAccess: false
        ),
        .testTarget(
            name: "LibraryViewsTests",
            dependencies: ["Core", "LibraryTesting", "LibraryViews"]
        ),

        // Modules of the workspace. The mocks omit the contracts, which import Testing.
        .target(
            name: "LibraryInterface",
            dependencies: ["Core", "Injection", "PagesInterface"],
            path: "Modules/Features/Library/Interface",
            packageAccess: false
        ),
        .target(
            name: "Library",
            dependencies: ["Core", "LibraryInterface", "PagesInterface", "WebURLs"],
            path: "Modules/Features/Library/Implementation"
        ),
        .target(
            name: "LibraryTesting",
            dependencies: ["Core", "CoreTesting", "LibraryInterface"],
            path: "Modules/Features/Library/Testing",
            exclude: ["LinkLibraryContract.swift", "LinkLibraryContract+Changes.swift"],
            packageAccess: false
        ),
        .target(
            name: "PagesInterface",
            dependencies: ["Core", "Injection"],
            path: "Modules/Features/Pages/Interface",
            packageAccess: false
        ),
        .target(
            name: "SQLite",
            dependencies: ["Core", "CSQLite", "SearchText", "WebURLs"],
            path: "Modules/Services/SQLite",
            exclude: ["README.md"]
        ),
        .systemLibrary(name: "CSQLite", path: "Modules/Services/CSQLite"),
        .target(
            name: "System",
            dependencies: ["Core"],
            path: "Modules/Services/System",
            exclude: ["README.md"]
        ),
        .target(
            name: "Core",
            dependencies: ["Injection", "JSONText", "SearchText"],
            path: "Modules/Core",
            exclude: ["README.md"]
        ),
        .target(
            name: "CoreTesting",
            dependencies: ["Core", "SearchText", "WebURLs"],
            path: "Modules/CoreTesting",
            exclude: ["Contracts", "README.md"],
            packageAccess: false
        ),
        .target(
            name: "JSONText",
            path: "Modules/Libraries/JSONText",
            exclude: ["README.md"],
            packageAccess: false
        ),
        .target(
            name: "SearchText",
            path: "Modules/Libraries/SearchText",
            exclude: ["README.md"],
            packageAccess: false
        ),
        .target(
            name: "WebURLs",
            path: "Modules/Libraries/WebURLs",
            exclude: ["README.md"],
            packageAccess: false
        ),
        .target(
            name: "Injection",
            path: "Modules/Injection/Injection",
            exclude: ["README.md", "Injection.docc"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("ExistentialAny"),
    ]
}
