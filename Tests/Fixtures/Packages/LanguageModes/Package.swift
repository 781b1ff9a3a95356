// swift-tools-version: 6.2
import PackageDescription

/// The settings of the modules, by name: `SETTINGS=MainActor,InternalImportsByDefault swift test`.
/// A name after `@` limits the settings to one module: `MainActor@Notes`.
///
/// Settings after `;` apply to a copy of the modules. The copy is in the folder `1`, and the names
/// of its modules end with `1`. The next copy has the number 2. All copies use the same build of
/// the engine.
let copies = (Context.environment["SETTINGS"] ?? "")
    .split(separator: ";", omittingEmptySubsequences: false)

/// Returns the modules of a copy.
func targets(suffix: String, folder: String) -> [Target] {
    func own(_ module: String) -> Target.Dependency {
        .target(name: module + suffix)
    }
    return [
        .target(
            name: "NotesInterface" + suffix,
            dependencies: ["Injection"],
            path: folder + "NotesInterface"
        ),
        .target(
            name: "Notes" + suffix,
            dependencies: [own("NotesInterface")],
            path: folder + "Notes"
        ),
        .target(
            name: "Bootstrap" + suffix,
            dependencies: ["Injection", own("Notes"), own("NotesInterface")],
            path: folder + "Bootstrap"
        ),
        .target(
            name: "Screens" + suffix,
            dependencies: ["Injection", own("Bootstrap"), own("NotesInterface")],
            path: folder + "Screens"
        ),
        .testTarget(
            name: "NotesTests" + suffix,
            dependencies: [
                "Injection",
                "InjectionTesting",
                own("Bootstrap"),
                own("NotesInterface"),
                own("Screens"),
            ],
            path: folder + "Tests"
        ),
    ]
}

let package = Package(
    name: "LanguageModes",
    platforms: [.macOS(.v15)],
    // The settings do not apply to the engine.
    targets: [
        .target(name: "Injection", path: "Injection", exclude: ["Injection.docc"]),
        .target(
            name: "InjectionTesting",
            dependencies: ["Injection"],
            path: "InjectionTesting"
        ),
    ],
    swiftLanguageModes: [.v6]
)

for (index, copy) in copies.enumerated() {
    let suffix = index == 0 ? "" : "\(index)"
    let parts = copy.split(separator: "@", omittingEmptySubsequences: false)
    let names = parts.first?.split(separator: ",") ?? []
    let targets = targets(suffix: suffix, folder: index == 0 ? "" : "\(index)/")
    for target in targets where parts.count < 2 || target.name == parts[1] + suffix {
        target.swiftSettings = names.map { name in
            switch name {
            case "MainActor": .defaultIsolation(MainActor.self)
            case "Swift5": .swiftLanguageMode(.v5)
            default: .enableUpcomingFeature(String(name))
            }
        }
    }
    package.targets += targets
}
