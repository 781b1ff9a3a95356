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
            dependencies: ["Core", "LibraryInterface", "SearchText"],
            path: "Modules/Features/Library/Views",
            packageAccess: false
        ),
        .target(
            name: "LibraryPreviews",
            dependencies: ["Core", "LibraryInterface", "LibraryTesting", "LibraryViews"],
            path: "Modules/Features/Library/Previews",
            packageAccess: false
        ),
        .testTarget(
            name: "LibraryViewsTests",
            dependencies: ["Core", "LibraryInterface", "LibraryTesting", "LibraryViews", "WebURLs"]
        ),

        // Modules of the workspace. The mocks omit the contracts, which import Testing.
        .target(
            name: "LibraryInterface",
            dependencies: [
                "AsyncStreams", "Core", "Injection", "PagesInterface", "SearchText", "WebURLs",
            ],
            path: "Modules/Features/Library/Interface"
        ),
        .target(
            name: "Library",
            dependencies: [
                "AsyncStreams", "Core", "LibraryInterface", "PagesInterface", "SearchText",
                "WebURLs",
            ],
            path: "Modules/Features/Library/Implementation"
        ),
        .target(
            name: "LibraryTesting",
            dependencies: [
                "CheckingInterface", "Core", "LibraryInterface", "PagesInterface", "SearchText",
                "WebURLs",
            ],
            path: "Modules/Features/Library/Testing",
            exclude: [
                "CheckedLinkContract.swift", "LinkLibraryContract.swift",
                "LinkStoreContract+Journal.swift", "LinkStoreContract+Search.swift",
                "LinkStoreContract.swift", "SharedLibraryContract.swift",
            ]
        ),
        .target(
            name: "PagesInterface",
            dependencies: ["Core", "Injection"],
            path: "Modules/Features/Pages/Interface",
            packageAccess: false
        ),
        .target(
            name: "CheckingInterface",
            dependencies: ["Core", "Injection", "WebURLs"],
            path: "Modules/Features/Checking/Interface"
        ),
        .target(
            name: "TransferInterface",
            dependencies: ["CheckingInterface", "Core", "Injection", "JSONText"],
            path: "Modules/Features/Transfer/Interface"
        ),
        .target(
            name: "SQLite",
            dependencies: [
                "CheckingInterface", "Core", "CSQLite", "LibraryInterface", "LinkRows",
                "SearchText",
                "TransferInterface", "WebURLs",
            ],
            path: "Modules/Services/SQLite"
        ),
        .target(
            name: "LinkRows",
            dependencies: ["CheckingInterface", "Core", "LibraryInterface", "SearchText"],
            path: "Modules/Services/LinkRows"
        ),
        .systemLibrary(name: "CSQLite", path: "Modules/Services/CSQLite"),
        .target(
            name: "System",
            dependencies: ["Core"],
            path: "Modules/Services/System"
        ),
        .target(
            name: "Core",
            dependencies: ["HTTPFields", "Injection"],
            path: "Modules/Core"
        ),
        .target(
            name: "AsyncStreams",
            path: "Modules/Libraries/AsyncStreams",
            packageAccess: false
        ),
        .target(
            name: "HTTPFields",
            path: "Modules/Libraries/HTTPFields",
            packageAccess: false
        ),
        .target(
            name: "JSONText",
            path: "Modules/Libraries/JSONText",
            packageAccess: false
        ),
        .target(
            name: "SearchText",
            path: "Modules/Libraries/SearchText",
            packageAccess: false
        ),
        .target(
            name: "WebURLs",
            path: "Modules/Libraries/WebURLs",
            packageAccess: false
        ),
        .target(
            name: "Injection",
            path: "Modules/Toolkit/Injection/Injection",
            exclude: ["Injection.docc"]
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
