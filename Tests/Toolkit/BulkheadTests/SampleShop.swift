import Foundation
import ProgramTesting
import Testing

/// A workspace that `bulkhead new` created, committed to Git. A test can change it.
struct SampleShop: BulkheadCaller {
    private static let tools = Task {
        let tools = try TemporaryFolder()
        try tools.writeScript(CommandPackage.swiftc, to: "swiftc")
        // This SwiftPM describes a target for each folder, which depends on what its files import.
        try tools.writeScript(
            #"""
            target() {
                [ -e "$2" ] || return 0
                printf '%s{"name": "%s", "path": "%s", "type": "%s", "exclude": [], "resources": [],' \
                    "$comma" "$1" "$2" "$3"
                printf '"pluginUsages": [{"plugin": ["Boundaries", "bulkhead"]}], "dependencies": ['
                comma=, inner=
                seen=" Foundation Synchronization Testing "
                for module in $(grep -rhE '^[a-z@ ]*import [A-Z]' "$2"); do
                    case $seen in *" $module "*) continue ;; esac
                    seen="$seen$module "
                    case $module in
                    [[:lower:]@]*) continue ;;
                    Injection*) printf '%s{"product": ["%s", "bulkhead", null, null]}' "$inner" "$module" ;;
                    *) printf '%s{"byName": ["%s", null]}' "$inner" "$module" ;;
                    esac
                    inner=,
                done
                printf ']}'
            }
            targets() {
                comma=
                for folder in Modules/Features/*; do
                    name=${folder##*/}
                    [ -e "$folder/Interface" ] || target "$name" "$folder" regular
                    target "${name}Interface" "$folder/Interface" regular
                    target "$name" "$folder/Implementation" regular
                    target "${name}Testing" "$folder/Testing" regular
                done
                for folder in Modules/Services/* Modules/Libraries/* Modules/*Core* Modules/Bootstrap; do
                    target "${folder##*/}" "$folder" regular
                done
                for folder in App/[!E]* App/Examples/*; do target "${folder##*/}" "$folder" executable; done
                for folder in Tests/*Tests; do target "${folder##*/}" "$folder" test; done
            }
            for argument; do
                [ "$previous" != --package-path ] || cd "$argument"
                previous=$argument
            done
            case "$*" in
            *Vendor/bulkhead*dump-package*) cat <<JSON ;;
            {"name": "bulkhead", "dependencies": [], "targets": [
                {"name": "Injection", "path": "Modules/Injection", "type": "regular",
                 "exclude": [], "resources": [], "dependencies": []}],
             "products": [
                {"name": "Injection", "targets": ["Injection"], "type": {"library": ["automatic"]}},
                {"name": "InjectionTesting", "targets": ["Injection"],
                 "type": {"library": ["automatic"]}}]}
            JSON
            *dump-package*) cat <<JSON ;;
            {"name": "Shop",
             "dependencies": [
                {"fileSystem": [{"identity": "bulkhead", "path": "$PWD/Vendor/bulkhead"}]}],
             "targets": [$(targets)]}
            JSON
            esac
            """#,
            to: "swift"
        )
        return tools
    }
    private static let made = Task {
        let folder = try TemporaryFolder()
        let script = """
            mkdir Shop; cd Shop; "$bulkhead" new . --vendor
            git init --quiet; git add .
            git -c user.name=A -c user.email=a@example.org commit --quiet -m A
            """
        let outcome = try await Subprocess.run(
            "bash",
            ["-euc", script],
            environment: environment(),
            in: folder.url.path
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        return folder
    }

    private static func environment() async throws -> [String: String] {
        var environment = [String: String].preferringPrograms(in: try await tools.value.url.path)
        environment["bulkhead"] = BuiltProducts.program("bulkhead")
        return environment
    }

    private let folder: TemporaryFolder
    let environment: [String: String]
    var path: String { folder.path("Shop") }

    init() async throws {
        folder = try TemporaryFolder()
        environment = try await Self.environment()
        try folder.copy(["Shop"], from: await Self.made.value.url)
    }

    /// Runs a script in the workspace. The variable `bulkhead` contains the path of the program.
    func shell(_ script: String) async throws -> Outcome {
        try await Subprocess.run("bash", ["-euc", script], environment: environment, in: path)
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
}
