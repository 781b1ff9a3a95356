import BoundaryRules
import PackageManifest
import Testing

struct ManifestErrorTests {
    @Test(arguments: [
        (
            ManifestError.noPackage(path: "."),
            "Package.swift not found in '.' or a folder above it; specify the folder of a package with --package-path PATH"
        ),
        (
            .noPackage(path: "a"),
            "Package.swift not found in 'a'; specify the folder of a package with --package-path PATH"
        ),
        (
            .evaluationFailed(path: "a", errors: "b"),
            "SwiftPM cannot evaluate 'a'; correct these errors:\nb"
        ),
        (
            .unreadableManifest(path: "a", reason: "b"),
            "cannot read SwiftPM's description of 'a': b; use Swift 6.2 or newer"
        ),
        (
            .cannotRunSwift(reason: "a"),
            "cannot run 'swift': a; install a toolchain, and add it to PATH"
        ),
        (
            .noSources(target: "A", folders: ["b", "c"]),
            "target 'A' has no sources; set the path of the target, or create one of these folders: 'b', 'c'"
        ),
        (
            .unreadable(path: "a", reason: "b"),
            "cannot read 'a': b; check the path and its permissions"
        ),
        (.invalidText(path: "a"), "'a' is not valid UTF-8; save it with this encoding"),
        (
            .invalidProject(path: "a"),
            "'a' is not a valid Xcode project; resolve its conflicts, or restore it from Git"
        ),
    ])
    func `every message states the failure and the remedy`(error: ManifestError, message: String) {
        #expect(error.message == message)
        let isMissing = error == .cannotRunSwift(reason: "a")
        #expect(error.exitCode == (isMissing ? .missingProgram : .unusablePackage))
    }
}
