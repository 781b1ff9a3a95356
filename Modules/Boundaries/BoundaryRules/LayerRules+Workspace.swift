extension LayerRules {
    /// Whether a package follows the layout of this workspace: it has a Bootstrap or the interface of a feature.
    public static func describesWorkspace(_ graph: ModuleGraph) -> Bool {
        let signs = [PathPattern("Modules/Bootstrap/**"), PathPattern("Modules/Features/*/Interface")]
        return graph.modules.contains { module in signs.contains { $0.matches(module.folder) } }
    }

    /// The layer rules of the workspace layout.
    public static let workspace = LayerRules(
        layers: programs + features + services + foundations + [
            Layer(
                "benchmarks", paths: ["Tests/Benchmarks/*"],
                sees: .layers(["benchmarks", "Injection", "InjectionRegistry", "CommandLineArguments"]),
                reason: "what is measured is the engine as its users see it, and nothing beside it",
                packageAccess: false),
            Layer(
                "recipes", paths: ["Tests/RecipeTests"], kinds: [.test],
                sees: .layers([
                    "implementations", "interfaces", "Core", "CoreTesting", "Injection", "InjectionRegistry",
                    "InjectionTesting", "ProgramTesting",
                ]),
                reason: "a recipe shows what a package like this one can do, without its services", packageAccess: true),
            Layer(
                "tests", paths: ["Tests/*"], sees: .subject,
                reason: "tests build their subject through init, with mocks of what it uses", packageAccess: true),
        ],
        documentation: "Docs/Architecture.md#layer-rules", allowsReexports: false,
        container: Container(
            layer: "Bootstrap", name: "AppContainer", suffix: "Providing", declaredIn: ["interfaces", "Core"]))

    private static let programs = [
        Layer(
            "the workspace tool", paths: ["App/Bulkhead"],
            sees: .layers(["Boundaries", "Scaffolding", "CommandLineArguments"]),
            reason: "the tool works on any package, and so knows no module of this one", packageAccess: false),
        Layer(
            "App", paths: ["App/*"],
            sees: .layers(["Bootstrap", "interfaces", "Core", "Injection", "CommandLineArguments", "TerminalText"]),
            reason: "an app that cannot name a concrete type keeps working when one is replaced", packageAccess: false),
        Layer(
            "examples", paths: ["App/Examples/*"], kinds: [.executable],
            sees: .layers([
                "implementations", "interfaces", "mocks of features", "Core", "CoreTesting", "Injection",
                "CommandLineArguments",
            ]),
            reason: "an example runs one feature alone, with mocks of what it uses, and no module may build on it",
            packageAccess: true),
        Layer(
            "Bootstrap", paths: ["Modules/Bootstrap"],
            sees: .layers(["implementations", "services", "interfaces", "Core", "Injection"]),
            reason: "the one place that sees concrete types is built for production, without mocks", packageAccess: true
        ),
    ]

    private static let features = [
        Layer(
            "interfaces", paths: ["Modules/Features/*/Interface"], sees: .layers(["interfaces", "Core", "Injection"]),
            reason: "a contract that knows no implementation can have many", packageAccess: false),
        Layer(
            "implementations", paths: ["Modules/Features/*/Implementation"],
            sees: .layers(["interfaces", "Core", "Injection"]),
            reason: "features that meet only through interfaces are built, tested and replaced alone",
            packageAccess: true),
        Layer(
            "mocks of features", paths: ["Modules/Features/*/Testing"], sees: .layers(["interfaces", "Core"]),
            reason: "mocks stand in for an interface, and so need nothing behind it", holdsMocks: true,
            packageAccess: false),
    ]

    private static let services = [
        Layer(
            "system libraries", kinds: [.system], sees: .layers([]),
            reason: "a library of the system knows no module of the package"),
        Layer(
            "services", paths: ["Modules/Services/*"], sees: .layers(["Core", "system libraries"]),
            reason: "a service that knows Core alone serves every feature, and no other service", packageAccess: true),
    ]

    private static let foundations = [
        Layer(
            "Core", paths: ["Modules/Core"], sees: .layers(["Injection"]),
            reason: "the vocabulary that all share must not depend on one who speaks it", packageAccess: true),
        Layer(
            "CoreTesting", paths: ["Modules/CoreTesting"], sees: .layers(["Core"]),
            reason: "mocks stand in for a protocol of Core, and so need nothing behind it", holdsMocks: true,
            packageAccess: false),
        Layer(
            "Injection", paths: ["Modules/Injection"], sees: .layers([]),
            reason: "the engine can be copied alone", packageAccess: true),
        Layer(
            "InjectionRegistry", paths: ["Modules/InjectionRegistry"], sees: .layers(["Injection"]),
            reason: "the typed registry shares the engine's parts, and can be copied with it alone", packageAccess: true
        ),
        Layer(
            "InjectionTesting", paths: ["Modules/InjectionTesting"], sees: .layers(["Injection"]),
            reason: "the test trait can be copied with the engine alone", holdsMocks: true, packageAccess: false),
        Layer(
            "ProgramTesting", paths: ["Modules/ProgramTesting"], sees: .layers([]),
            reason: "what runs programs in tests can be copied alone", holdsMocks: true, packageAccess: false),
        Layer(
            "ThreadTesting", paths: ["Modules/ThreadTesting"], sees: .layers([]),
            reason: "what runs threads in tests can be copied alone", holdsMocks: true, packageAccess: false),
        Layer(
            "CommandLineArguments", paths: ["Modules/CommandLineArguments"], sees: .layers([]),
            reason: "the parser of command lines can be copied alone", packageAccess: false),
        Layer(
            "TerminalText", paths: ["Modules/TerminalText"], sees: .layers([]),
            reason: "the width of text on a terminal is the same for every program", packageAccess: false),
        Layer(
            "Boundaries", paths: ["Modules/Boundaries/*"], sees: .layers(["Boundaries"]),
            reason: "the build checks itself with these modules, and so nothing they need may be checked by it",
            packageAccess: false),
        Layer(
            "Scaffolding", paths: ["Modules/Scaffolding"], sees: .layers(["Boundaries"]),
            reason: "what starts and grows workspaces knows their boundaries, and no module that they grow",
            packageAccess: true),
    ]
}
