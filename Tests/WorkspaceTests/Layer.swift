/// What kind of module a target is, told from where it lies.
enum Layer: Hashable {
    case engine, engineTesting, core, coreTesting, systemLibrary, service, bootstrap, commandLine, app
    case interface(feature: String)
    case implementation(feature: String)
    case mocks(feature: String)
    case tests(subject: String)

    init?(_ target: Manifest.Target) {
        let path = (target.path ?? "").split(separator: "/").map(String.init)
        switch (path.first, path.dropFirst().first) {
        case ("App", _): self = .app
        case ("Tests", let folder?): self = .tests(subject: String(folder.dropLast("Tests".count)))
        case ("Modules", "Features") where path.count == 4:
            switch path[3] {
            case "Interface": self = .interface(feature: path[2])
            case "Implementation": self = .implementation(feature: path[2])
            case "Testing": self = .mocks(feature: path[2])
            default: return nil
            }
        case ("Modules", "Services"): self = target.type == "system" ? .systemLibrary : .service
        case ("Modules", "Injection"): self = .engine
        case ("Modules", "InjectionTesting"): self = .engineTesting
        case ("Modules", "Core"): self = .core
        case ("Modules", "CoreTesting"): self = .coreTesting
        case ("Modules", "Bootstrap"): self = .bootstrap
        case ("Modules", "CommandLineArguments"): self = .commandLine
        default: return nil
        }
    }

    /// Whether the layer rules let a module of this layer depend on one of that layer (Docs/Architecture.md).
    func mayDepend(on other: Layer) -> Bool {
        switch (self, other) {
        case (.engineTesting, .engine), (.core, .engine), (.coreTesting, .core): true
        case (.service, .core), (.service, .systemLibrary): true
        case (.interface, .core), (.interface, .engine), (.interface, .interface): true
        case (.implementation, .core), (.implementation, .engine), (.implementation, .interface): true
        case (.mocks, .core), (.mocks, .interface): true
        case (.bootstrap, .core), (.bootstrap, .engine), (.bootstrap, .interface): true
        case (.bootstrap, .implementation), (.bootstrap, .service): true
        case (.app, .bootstrap), (.app, .interface), (.app, .core), (.app, .engine), (.app, .commandLine): true
        default: false
        }
    }

    /// Whether the module sees the `package` declarations of others.
    var seesPackageDeclarations: Bool {
        switch self {
        case .implementation, .service, .bootstrap, .tests: true
        case .engine, .engineTesting, .core, .coreTesting, .systemLibrary, .interface, .mocks: false
        case .commandLine, .app: false
        }
    }

    /// Whether the module holds mocks.
    var isTesting: Bool {
        switch self {
        case .engineTesting, .coreTesting, .mocks: true
        default: false
        }
    }
}
