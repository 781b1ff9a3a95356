import ProgramTesting
import Testing

/// Tests the sample, which is the package in the folder `Packages/EqualNames`.
@Suite(.buildsPackages)
struct EqualNamesTests {
    @Test
    func
        `factories with equal names in two modules are separate, and an ambiguous use does not compile`()
        async throws
    {
        let package = try SamplePackage("EqualNames", engineIn: "")
        let run = try await package.swift("run", "App")
        #expect(run.output == "feeds.db links.db shared.db\n", "\(run.output)\(run.errors)")
        try package.write(
            "import Feeds\nimport Injection\nimport Links\nfunc path() -> String { Container.shared.path() }\n",
            to: "App/Fault.swift"
        )
        let broken = try await package.swift("build")
        #expect(broken.code != 0)
        let page = try #require(Page.recipes.first { $0.name == "EqualNames" })
        let message = try #require(page.blocks("text").first?.text)
        #expect(broken.output.contains(message), "\(broken.output)")
    }
}
