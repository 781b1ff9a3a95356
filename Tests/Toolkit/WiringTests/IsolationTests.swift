import BoundaryRules
import SwiftSource
import Testing
import Wiring

/// Tests warnings about closures that require the main actor but can run elsewhere.
struct IsolationTests {
    @Test(arguments: [
        Sample("self { Window() }", isExpected: true),
        Sample("self { Window() }.cached", isExpected: true),
        Sample("self(key: \"window\") { Window() }", isExpected: true),
        Sample("Factory(self) { Window() }", isExpected: true),
        Sample("self { Frame(Window()) }", isExpected: true),
        Sample("self { MainActor.assumeIsolated { Window() } }", isExpected: true),
        Sample("self { Frame { Window() } }", isExpected: false),
        Sample("self { Frame() }.onShutdown { _ in Window() }", isExpected: false),
        Sample("self { Elsewhere.Window() }", isExpected: false),
        Sample("self { windows.first }", isExpected: false),
        Sample("self { Label() }", isExpected: false),
        Sample("self { Panel() }", isExpected: false),
        Sample("self { Unknown() }", isExpected: false),
    ])
    fileprivate func `warns about a closure that initializes a main-actor type`(closure: Sample) {
        let wiring = bootstrap("    var window: Factory<Window> { \(closure.text) }")
        let warnings = wiring.findings.map(\.text)
        let warning = """
            Bootstrap.swift:4:9: warning: 'AppContainer.window' can be resolved outside the main actor, but creates 'Window', which requires it
            note: remedy: declare the property as '@MainActor', or the initializer of 'Window' as 'nonisolated'
            """
        #expect(warnings == (closure.isExpected ? [warning] : []))
    }

    @Test func `warns about several main-actor types in alphabetical order`() {
        let names = ["D", "B", "E", "A", "C"]
        let types = names.map { "@MainActor public final class \($0) { public init() {} }\n" }
        let calls = names.map { "\($0)()" }.joined(separator: ", ")
        let wiring = wiring([
            "Screens": types.joined(),
            "Bootstrap":
                "extension Container { var all: Factory<[Any]> { self { [\(calls)] } } }",
        ])
        let messages = names.sorted().map { name in
            "'Container.all' can be resolved outside the main actor, "
                + "but creates '\(name)', which requires it"
        }
        #expect(wiring.findings.map(\.message) == messages)
    }

    @Test(arguments: [
        "@MainActor var window: Factory<Window> { self { Window() } }",
        "@MainActor public final var window: Factory<Window> { self { Window() } }",
        "@ScreenActor var window: Factory<Window> { self { Window() } }",
        "@MainActor @available(macOS 99, *) var window: Factory<Window> { self { Window() } }",
        "var window: Factory<Window> { @MainActor get { self { Window() } } }",
        "var window: AsyncFactory<Window> { self { await Window() } }",
        "var required: Factory<Window> { self { Window() } }",
    ])
    func `does not warn about a property that may be isolated`(property: String) {
        #expect(bootstrap("    \(property)").findings.isEmpty)
    }

    @Test(arguments: [
        "@MainActor extension AppContainer { var window: Factory<Window> { self { Window() } } }",
        "extension ScreenProviding { var window: Factory<Window> { self { Window() } } }",
    ])
    func `does not warn about a property whose type may be isolated`(source: String) {
        let provider = "@MainActor protocol ScreenProviding: SharedContainer {}"
        let wiring = wiring([
            "Screens": screens,
            "Bootstrap": "final class AppContainer: SharedContainer {}\n\(provider)\n\(source)",
        ])
        #expect(wiring.factories.count == 1)
        #expect(wiring.findings.isEmpty)
    }

    @Test func `does not warn about a property that the default isolation of a protocol isolates`()
    {
        let provider =
            "public protocol ScreenProviding: SharedContainer { var window: Factory<Window> { get } }"
        let files: KeyValuePairs = [
            "Screens": "\(screens)\n\(provider)",
            "Bootstrap": """
            final class AppContainer: ScreenProviding {}
            extension AppContainer { var window: Factory<Window> { self { Window() } } }
            """,
        ]
        #expect(wiring(files).findings.count == 1)
        #expect(wiring(files, onMainActor: ["Screens"]).findings.isEmpty)
    }

    @Test func `does not warn about a property that an inherited protocol may isolate`() {
        let wiring = wiring([
            "Screens": screens,
            "Bootstrap": """
            @MainActor protocol ScreenProviding: SharedContainer {}
            protocol WindowProviding: ScreenProviding {}
            protocol AppProviding: WindowProviding {}
            final class AppContainer: AppProviding {}
            extension AppContainer { var window: Factory<Window> { self { Window() } } }
            """,
        ])
        #expect(wiring.factories.count == 1)
        #expect(wiring.findings.isEmpty)
    }

    @Test(arguments: [
        Sample("final class Window { init() {} }", isExpected: true),
        Sample("struct Window: Sendable { init() {} }", isExpected: true),
        Sample("@Observable final class Window { init() {} }", isExpected: false),
        Sample("final class Window: Showing { init() {} }", isExpected: true),
        Sample("final class Window: Storing { init() {} }", isExpected: false),
        Sample("final class Window: Codable { init() {} }", isExpected: false),
        Sample("final class Window {}", isExpected: false),
        Sample("final class Window { static let first = Window.init() }", isExpected: false),
        Sample("struct Window {}\nextension Window { init(_ text: String) {} }", isExpected: false),
        Sample("nonisolated final class Window { init() {} }", isExpected: false),
        Sample("final class Window { nonisolated init() {} }", isExpected: false),
        Sample("@ScreenActor final class Window { init() {} }", isExpected: false),
        Sample("actor Window { init() {} }", isExpected: false),
        Sample("enum Views { final class Window { init() {} } }", isExpected: false),
        Sample(
            "final class Window { init() {} }\nenum Views { struct Window {} }",
            isExpected: false
        ),
    ])
    fileprivate func `considers the default isolation of a module`(declaration: Sample) {
        let source = """
            public protocol Showing: AnyObject {}
            public nonisolated protocol Storing: Sendable {}
            final class AppContainer: SharedContainer {}
            extension AppContainer { var window: Factory<Window> { self { Window() } } }
            \(declaration.text)
            """
        let onMainActor = wiring(["App": source], onMainActor: ["App"])
        #expect(onMainActor.findings.count == (declaration.isExpected ? 1 : 0))
        #expect(wiring(["App": source]).findings.isEmpty)
    }

    @Test func `ignores types that the module of the container cannot use`() {
        let source = "extension AppContainer { var window: Factory<Window> { self { Window() } } }"
        let files: KeyValuePairs = [
            "Screens": screens,
            "Bootstrap": "final class AppContainer: SharedContainer {}\n\(source)",
        ]
        #expect(wiring(files).findings.count == 1)
        #expect(wiring(files, dependencies: ["Bootstrap": []]).findings.isEmpty)
    }

    @Test(arguments: [
        Sample("public", isExpected: true),
        Sample("open", isExpected: true),
        Sample("package", isExpected: true),
        Sample("internal", isExpected: false),
    ])
    fileprivate func `considers a type in another module only if it is public, open or package`(
        level: Sample
    ) {
        let wiring = wiring([
            "Screens": "@MainActor \(level.text) class Window { init() {} }",
            "Bootstrap": """
            final class AppContainer: SharedContainer {}
            extension AppContainer { var window: Factory<Window> { self { Window() } } }
            """,
        ])
        #expect(wiring.findings.count == (level.isExpected ? 1 : 0))
    }

    @Test(arguments: [
        Sample("let window = await AppContainer.shared.window()", isExpected: true),
        Sample(
            "let window = try await AppContainer.shared.window()\n    window.show()",
            isExpected: true
        ),
        Sample("show(await AppContainer.shared.window())", isExpected: true),
        Sample("show(await AppContainer.shared.window(), 1)", isExpected: true),
        Sample("show([await AppContainer.shared.window()])", isExpected: true),
        Sample("Task { await AppContainer.shared.window() }", isExpected: true),
        Sample("let window = await AppContainer.shared.window(); show()", isExpected: true),
        Sample("let window = await AppContainer.shared.window() as Any", isExpected: false),
        Sample("let sheet = await AppContainer.shared.sheet(1)", isExpected: true),
        Sample("await AppContainer.shared.window().show()", isExpected: false),
        Sample("await AppContainer.shared.window()\n        .show()", isExpected: false),
        Sample("await show(AppContainer.shared.window())", isExpected: false),
        Sample("await AppContainer.shared.window() == first()", isExpected: false),
        Sample("await AppContainer.shared.window.resolveOnMainActor()", isExpected: false),
        Sample("let editor = await AppContainer.shared.editor()", isExpected: false),
        Sample("let note = await AppContainer.shared.note()", isExpected: false),
        Sample("let window = AppContainer.shared.window()", isExpected: false),
    ])
    fileprivate func `warns about an await before a main-actor factory`(use: Sample) {
        let wiring = wiring([
            "Screens": screens,
            "Bootstrap": """
            public final class AppContainer: SharedContainer {}
            extension AppContainer {
                @MainActor public var window: Factory<Window> { self { Window() } }
                @MainActor public var sheet: ParameterFactory<Int, Window> { self { _ in Window() } }
                @MainActor public var editor: AsyncFactory<Window> { self { await Window() } }
                public var note: Factory<String> { self { "note" } }
            }
            """,
            "App": "func open() async {\n    \(use.text)\n}\n",
        ])
        #expect(wiring.findings.map(\.severity) == (use.isExpected ? [.warning] : []))
        #expect(wiring.findings.allSatisfy { $0.path == "App.swift" })
        #expect(wiring.findings.allSatisfy { $0.location.line == 2 })
    }

    @Test func `warns about an await at the end of a file`() {
        let wiring = wiring([
            "Screens": screens,
            "Bootstrap": """
            public final class AppContainer: SharedContainer {}
            extension AppContainer {
                @MainActor public var window: Factory<Window> { self { Window() } }
            }
            """,
            "App": "let window = await AppContainer.shared.window()",
        ])
        #expect(
            wiring.findings.map(\.text) == [
                """
                App.swift:1:14: warning: 'await' reads 'AppContainer.window' on the main actor, \
                but the closure of the factory runs on the current thread
                note: remedy: call the method 'resolveOnMainActor' of the factory
                """
            ]
        )
    }

    /// Returns the wiring of a container with the given property.
    private func bootstrap(_ property: String) -> WiringMap {
        wiring([
            "Screens": screens,
            "Bootstrap": """
            public protocol ScreenProviding: SharedContainer { @MainActor var required: Factory<Window> { get } }
            final class AppContainer: SharedContainer, ScreenProviding {}
            extension AppContainer {
            \(property)
            }
            """,
        ])
    }

    private let screens = """
        @MainActor
        public final class Window { public init() {} }
        @MainActor public struct Label { public var text = "" }
        @MainActor public final class Panel { nonisolated public init() {} }
        public struct Frame { public init() {} }
        """
}

/// A piece of code, and whether a warning is expected.
private struct Sample: Sendable {
    let text: String
    let isExpected: Bool

    init(_ text: String, isExpected: Bool) {
        self.text = text
        self.isExpected = isExpected
    }
}
