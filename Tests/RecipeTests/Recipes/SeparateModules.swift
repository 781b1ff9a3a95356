import ProgramTesting
import Testing

/// The sample is a package, in the folder `Packages/SeparateModules`.
@Suite(.buildsPackages)
struct SeparateModulesTests {
    @Test func `the app uses a client whose type it cannot name`() async throws {
        let package = try SamplePackage("SeparateModules", engineIn: "")
        let run = try await package.swift("run", "App")
        #expect(
            run.output.contains("Title: swift.org, signed with secret"),
            "\(run.output)\(run.errors)"
        )
        try package.write(
            "import Services\nfunc use(_ reader: HTTPPageReader) {}",
            to: "App/Fault.swift"
        )
        let broken = try await package.swift("build")
        #expect(broken.code != 0)
        #expect(
            broken.output.contains("error: cannot find type 'HTTPPageReader' in scope"),
            "\(broken.output)"
        )
    }
}
