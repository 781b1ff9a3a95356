import Foundation
import PackageManifestTesting
import ProgramTesting
import Testing

extension DescribedRepository {
    /// A stand-in for SwiftPM that describes a target for each folder of a workspace. The target
    /// depends on what its files import.
    static let workspaceSwift = #"""
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
            for folder in App/* App/Examples/*; do
                [ "$folder" = App/Examples ] || target "${folder##*/}" "$folder" executable
            done
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
        # The formatter changes nothing.
        "format "*) ;;
        *) echo "no stand-in for 'swift $*'" >&2; exit 70 ;;
        esac
        """#

    private static let original = Task {
        let repository = try Self()
        let folder = repository.folder
        try repository.replaceSwift(with: workspaceSwift)
        try folder.writeScript(swiftc, to: ".bin/swiftc")
        let outcome = try await repository.bulkhead("new Shop --vendor")
        try #require(outcome.code == 0, "\(outcome.errors)")
        try folder.copy(folder.names(in: "Shop"), from: folder.url.appending(path: "Shop"))
        try folder.remove("Shop")
        try await folder.initialize()
        return folder
    }

    /// Returns a copy of a workspace that `bulkhead new` created, committed to Git, with stand-ins
    /// for the toolchain.
    static func newWorkspace() async throws -> Self {
        let original = try await original.value
        let workspace = try Self()
        try workspace.folder.copy(original.names(), from: original.url)
        return workspace
    }
}
