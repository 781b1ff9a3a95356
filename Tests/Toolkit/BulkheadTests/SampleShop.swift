import Foundation
import ProgramTesting
import Testing

/// A workspace that `bulkhead new` created, committed to Git. A test can change it.
struct SampleShop: BulkheadCaller {
    /// The name of a feature for which the stand-in for SwiftPM describes a package that breaks a
    /// rule.
    static let breaking = "Breaking"

    private static let tools = Task {
        let tools = try TemporaryFolder()
        // This compiler reports every type as unknown.
        try tools.writeScript(
            "echo \"error: cannot find type '$(sed -n 's/typealias Probe = //p' \"$2\")' in scope\" >&2; exit 1",
            to: "swiftc"
        )
        try tools.writeScript(
            """
            target() {
                printf '{"name": "%s", "path": "Modules/%s", "type": "%s", "dependencies": [' "$1" "$2" "$3"
                [ -z "$4" ] || printf '{"byName": ["%s", null]}' "$4"
                shift 4
                for product; do printf ', {"product": ["%s", "bulkhead", null, null]}' "$product"; done
                printf '], "exclude": [], "resources": [], "pluginUsages": [{"plugin": ["Boundaries", "bulkhead"]}]}'
            }
            core=Core
            [ ! -e Modules/Features/\(breaking) ] || core=
            case "$*" in
            *Vendor/bulkhead*dump-package*) cat <<JSON ;;
            {"name": "bulkhead", "dependencies": [], "targets": [
                $(target Injection Injection/Injection regular ''),
                $(target InjectionTesting Injection/InjectionTesting regular Injection)],
             "products": [
                {"name": "Injection", "targets": ["Injection"], "type": {"library": ["automatic"]}},
                {"name": "InjectionTesting", "targets": ["InjectionTesting"],
                 "type": {"library": ["automatic"]}}]}
            JSON
            *dump-package*) cat <<JSON ;;
            {"name": "Shop",
             "dependencies": [
                {"fileSystem": [{"identity": "bulkhead", "path": "$PWD/Vendor/bulkhead"}]}],
             "targets": [
                $(target BootstrapTests ../Tests/BootstrapTests test Bootstrap Injection InjectionTesting),
                $(target Bootstrap Bootstrap regular Core Injection),
                $(target Core Core regular ''),
                $(target CoreTesting CoreTesting regular "$core")]}
            JSON
            esac
            """,
            to: "swift"
        )
        return tools
    }
    // The stand-in for SwiftPM describes only some of the targets.
    private static let made = Task {
        try await make(
            with: environment(usesToolchain: false),
            then:
                "sed -i 's/\"misplaced-module\": \"error\"/&, \"unlisted-folder\": \"off\"/' boundaries.json"
        )
    }
    private static let formatted = Task {
        try await make(with: environment(usesToolchain: true), then: ":")
    }

    private static func make(
        with environment: [String: String],
        then edit: String
    ) async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let script = """
            mkdir Shop; cd Shop; '\(BuiltProducts.program("bulkhead"))' new . --vendor
            \(edit)
            git init --quiet; git add .; git -c user.name=A -c user.email=a@example.org commit --quiet -m A
            """
        let outcome = try await Subprocess.run(
            "bash",
            ["-euc", script],
            environment: environment,
            in: folder.url.path
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        return folder
    }

    private static func environment(usesToolchain: Bool) async throws -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        if !usesToolchain {
            environment = .preferringPrograms(in: try await tools.value.url.path)
        }
        environment["bulkhead"] = BuiltProducts.program("bulkhead")
        return environment
    }

    private let folder: TemporaryFolder
    let environment: [String: String]
    var path: String { folder.path("Shop") }

    init(usesToolchain: Bool = false) async throws {
        folder = try TemporaryFolder()
        environment = try await Self.environment(usesToolchain: usesToolchain)
        let made = usesToolchain ? Self.formatted : Self.made
        try folder.copy(["Shop"], from: await made.value.url)
    }

    /// Runs a script in the workspace. The variable `bulkhead` contains the path of the program.
    func shell(_ script: String) async throws -> Outcome {
        try await Subprocess.run("bash", ["-euc", script], environment: environment, in: path)
    }

    /// Returns the output of a command on a terminal provided by script(1).
    func terminal(_ command: String) async throws -> String {
        try await shell(
            "TERM=xterm script --quiet --return --command \"$bulkhead \(command)\" /dev/null"
        ).output.replacing("\r\n", with: "\n")
    }

    func write(_ text: String, to name: String) throws {
        try folder.write(text, to: "Shop/\(name)")
    }

    func contents() throws -> [String: Data] {
        try folder.contents(of: "Shop")
    }
    func differences(from old: [String: Data]) throws -> [String] {
        try folder.differences(from: old, in: "Shop")
    }
    func text(_ name: String) throws -> String {
        try folder.text("Shop/\(name)")
    }

    func edit(_ name: String, _ change: (inout String) -> Void) throws {
        var text = try text(name)
        change(&text)
        try folder.write(text, to: "Shop/\(name)")
    }

    func mentions(of word: String) throws -> [String] {
        try contents().filter { path, data in
            "\(path)\n\(String(decoding: data, as: UTF8.self))".lowercased().contains(
                word.lowercased()
            )
        }.keys.sorted()
    }
}
