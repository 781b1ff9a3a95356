import Foundation
import ProgramTesting
import Testing

/// The sample is a separate package, in the folder `SeparateModules`.
@Suite(.buildsPackages)
struct SeparateModulesTests {
    @Test func `the app uses a client whose type it cannot name`() async throws {
        let folder = try TemporaryFolder()
        let package = folder.url.appending(path: "Sample")
        try FileManager.default.copyItem(at: Page.sources.appending(path: "Recipes/SeparateModules"), to: package)
        try FileManager.default.copyItem(
            at: Page.root.appending(path: "Modules/Injection/Injection"), to: package.appending(path: "Injection"))
        let command = ["--package-path", package.path, "--scratch-path", folder.path("scratch")]
        let run = try await Subprocess.run("swift", ["run"] + command + ["App"])
        #expect(run.output.contains("Title: swift.org, signed with secret"), "\(run.output)\(run.errors)")
        try folder.write("import Services\nfunc use(_ reader: HTTPPageReader) {}", to: "Sample/App/Fault.swift")
        let broken = try await Subprocess.run("swift", ["build"] + command)
        #expect(broken.code != 0)
        #expect(broken.output.contains("error: cannot find type 'HTTPPageReader' in scope"), "\(broken.output)")
    }
}
