// swift-tools-version: 6.2

import PackageDescription

/// The features, each with an interface, an implementation, mocks and tests, or, if only the app
/// uses it, a single module and tests. `uses` lists the modules that the implementation uses, and
/// `exposes` those that the interface uses.
let features: [[Target]] = [
    feature("Notes")  // starter
]

/// The services, which implement protocols of Core and of interfaces.
let services: [[Target]] = [
    service("Files", uses: ["NotesInterface"], tests: ["NotesTesting"])  // starter
]

/// Code that is independent of the app, such as a parser or a design system.
let libraries: [[Target]] = []

/// The programs. The first target of a feature is its interface.
let interfaces = features.map { $0[0].name }
let mocks = features.joined().map(\.name).filter { $0.hasSuffix("Testing") }
let apps: [[Target]] = [
    app("AppName", uses: interfaces, tests: mocks)
]

/// The modules between the features and the programs. The build of Core checks all boundaries.
let foundation: [Target] = [
    .target(
        name: "Core",
        dependencies: modules(["Injection"]),
        path: "Modules/Core",
        plugins: [.plugin(name: "Boundaries", package: "BULKHEAD_IDENTITY")]
    ),
    .module("CoreTesting", at: "Modules/CoreTesting", uses: ["Core"]),
    .tests(of: "Core", uses: ["CoreTesting"]),
    .module(
        "Bootstrap",
        at: "Modules/Bootstrap",
        uses: ["Core", "Injection"] + implementations(of: features + services)
    ),
    .tests(of: "Bootstrap", uses: interfaces + mocks + ["Injection", "InjectionTesting"]),
]

let package = Package(
    name: "AppName",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.executable(name: "appname", targets: ["AppName"])],
    dependencies: [BULKHEAD_PACKAGE],
    targets: (features + services + libraries + apps).flatMap(\.self) + foundation,
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    let features = ["InternalImportsByDefault", "MemberImportVisibility", "ExistentialAny"]
    target.swiftSettings = features.map { .enableUpcomingFeature($0) }
    target.swiftSettings? += Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]
}

// 'Tests/run NAME' builds only these tests and what they use, and does not check the boundaries.
if let tests = Context.environment["ONLY_TESTS"]?.split(separator: " ").map(String.init) {
    package.targets.removeAll { $0.type == .test && !tests.contains($0.name) }
    package.targets.forEach { $0.plugins = nil }
}

// MARK: - From values to targets

func feature(
    _ name: String,
    uses: [String] = [],
    exposes: [String] = [],
    tests: [String] = []
) -> [Target] {
    let folder = "Modules/Features/\(name)"
    let interface = "\(name)Interface"
    let mocks = "\(name)Testing"
    let own = ["Core", interface] + exposes
    return [
        .module(interface, at: "\(folder)/Interface", uses: ["Core", "Injection"] + exposes),
        .module(name, at: "\(folder)/Implementation", uses: own + uses),
        .module(mocks, at: "\(folder)/Testing", uses: own + ["CoreTesting"]),
        .tests(of: name, uses: own + ["CoreTesting", mocks] + uses + tests),
    ]
}

/// A single-module feature, which no other feature can use.
func single(_ name: String, uses: [String] = [], tests: [String] = []) -> [Target] {
    let used = ["Core"] + uses
    return [
        .module(name, at: "Modules/Features/\(name)", uses: ["Injection"] + used),
        .tests(of: name, uses: used + ["CoreTesting"] + tests),
    ]
}

func service(_ name: String, uses: [String] = [], tests: [String] = []) -> [Target] {
    [
        .module(name, at: "Modules/Services/\(name)", uses: ["Core"] + uses),
        .tests(of: name, uses: ["Core", "CoreTesting"] + uses + tests),
    ]
}

func library(_ name: String, uses: [String] = [], tests: [String] = []) -> [Target] {
    [
        .module(name, at: "Modules/Libraries/\(name)", uses: uses),
        .tests(of: name, uses: uses + tests),
    ]
}

func app(_ name: String, uses: [String] = [], tests: [String] = []) -> [Target] {
    let used = ["Bootstrap", "Core", "Injection"] + uses
    return [
        .executableTarget(
            name: name,
            dependencies: modules(used),
            path: "App/\(name)",
            packageAccess: false
        ),
        .tests(of: name, uses: used + ["CoreTesting", "InjectionTesting"] + tests),
    ]
}

func implementations(of parts: [[Target]]) -> [String] {
    parts.joined().map(\.name).filter { !$0.hasSuffix("Testing") && !$0.hasSuffix("Tests") }
}

func modules(_ names: [String]) -> [Target.Dependency] {
    Set(names).sorted().map { name in
        name.hasPrefix("Injection")
            ? .product(name: name, package: "BULKHEAD_IDENTITY") : .byName(name: name)
    }
}

extension Target {
    static func module(_ name: String, at path: String, uses: [String]) -> Target {
        .target(name: name, dependencies: modules(uses), path: path)
    }

    static func tests(of module: String, uses: [String]) -> Target {
        .testTarget(name: "\(module)Tests", dependencies: modules([module] + uses))
    }
}
