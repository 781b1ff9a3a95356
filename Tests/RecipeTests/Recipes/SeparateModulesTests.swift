import Foundation
import ProgramTesting
import Testing

@Suite(.buildsPackages)
struct SeparateModulesTests {
    @Test func `the app runs with a client that it cannot name`() async throws {
        let sample = try TemporaryFolder()
        let package = sample.url.appending(path: "Sample")
        try FileManager.default.copyItem(at: Page.sources.appending(path: "Recipes/SeparateModules"), to: package)
        try FileManager.default.copyItem(
            at: Page.root.appending(path: "Modules/Injection/Injection"), to: package.appending(path: "Injection"))
        let command = ["--package-path", package.path, "--scratch-path", sample.path("scratch")]

        let run = try await Call.run("swift", ["run"] + command + ["App"])
        #expect(run.output.contains("Title: swift.org, signed with secret"), "\(run.output)\(run.errors)")

        try sample.write(
            "import Services\nfunc use(_ reader: HTTPPageReader) {}", to: "Sample/App/Fault.swift")
        let broken = try await Call.run("swift", ["build"] + command)
        #expect(broken.code != 0)
        #expect(broken.output.contains("error: cannot find type 'HTTPPageReader' in scope"), "\(broken.output)")
    }
}
