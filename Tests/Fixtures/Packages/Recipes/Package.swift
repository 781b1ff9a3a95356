// swift-tools-version: 6.2
import PackageDescription

/// The modules that the recipes name, and their dependencies. A file of a module is a block of the
/// page with the same name.
let modules: KeyValuePairs<String, [String]> = [
    "App": ["LibraryInterface", "ReportsInterface"],
    "Bootstrap": [
        "Core", "Injection", "InjectionRegistry", "Library", "LibraryInterface", "Search",
        "SearchInterface", "Snapshots",
    ],
    "Checkout": ["CheckoutInterface", "PaymentsInterface", "StockInterface"],
    "CheckoutInterface": [],
    "Core": [],
    "Counting": ["Core", "CountingInterface"],
    "CountingInterface": ["Injection"],
    "Kiosk": ["Core", "CountingInterface", "Injection", "Wiring"],
    "Library": ["Core", "LibraryInterface"],
    "LibraryInterface": [],
    "LibraryTesting": ["LibraryInterface"],
    "LibraryViews": ["ReportsInterface"],
    "PaymentsInterface": [],
    "ReportsInterface": [],
    "Search": ["SearchInterface"],
    "SearchInterface": ["Injection"],
    "Snapshots": ["LibraryInterface"],
    "StockInterface": [],
    "Wiring": [
        "Core", "Counting", "CountingInterface", "Injection", "Search", "SearchInterface",
    ],
]

/// The settings of the modules of a new workspace.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Recipes",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "Injection", path: "Injection", exclude: ["Injection.docc"]),
        .target(
            name: "InjectionRegistry",
            dependencies: ["Injection"],
            path: "InjectionRegistry",
            exclude: ["InjectionRegistry.docc"]
        ),
        .target(
            name: "InjectionTesting",
            dependencies: ["Injection"],
            path: "InjectionTesting"
        ),
        .testTarget(
            name: "RecipesTests",
            dependencies: modules.map { .init(stringLiteral: $0.key) } + ["InjectionTesting"],
            path: "Tests",
            swiftSettings: settings
        ),
    ]
        + modules.map { module, dependencies in
            .target(
                name: module,
                dependencies: dependencies.map { .init(stringLiteral: $0) },
                path: "Modules/\(module)",
                swiftSettings: settings
            )
        },
    swiftLanguageModes: [.v6]
)
