import Foundation
import ProgramTesting
import Testing

@Suite(.buildsPackages)
struct BuildTimesTests {
    @Test func `SwiftPM accepts the manifest that Tests/BuildTimes generates`() async throws {
        let folder = try TemporaryFolder()
        let generator = "'\(BuiltProducts.packageRoot.path)/Tests/BuildTimes/generate'"
        let calls = "\(generator) \"$PWD\" 2 && swift package --package-path layout dump-package"
        let outcome = try await Subprocess.run("sh", ["-c", calls], in: folder.url.path)
        #expect(outcome.code == 0, "\(outcome.errors)")
    }
}
