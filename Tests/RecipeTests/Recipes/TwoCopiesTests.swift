import ProgramTesting
import Testing

/// Tests the example, which consists of three packages in the folder `Packages/TwoCopies`.
@Suite(.buildsPackages)
struct TwoCopiesTests {
    /// For each remedy, the folder of a manifest, a string in the manifest, and its replacement.
    private static let remedies = [
        ["Parts", "type: .dynamic, ", ""],
        ["Engine", #"name: "Injection", targets"#, #"name: "Injection", type: .dynamic, targets"#],
    ]

    @Test(arguments: remedies)
    func `two dynamic libraries have two copies of a container, until either remedy is applied`(
        remedy: [String]
    ) async throws {
        let package = try TemporaryFolder(package: "TwoCopies", engineIn: "Engine")
        let apart = try await package.swift("run", "App", in: "App")
        #expect(apart.code != 0)
        #expect(!apart.output.contains("one container"))
        #expect(
            apart.errors.contains("Feeds and Links have different copies of Container"),
            "\(apart.errors)"
        )
        let manifest = "\(remedy[0])/Package.swift"
        let changed = try package.text(manifest).replacing(remedy[1], with: remedy[2])
        #expect(try changed != package.text(manifest))
        try package.write(changed, to: manifest)
        let together = try await package.swift("run", "App", in: "App")
        #expect(together.output == "one container\n", "\(together.output)\(together.errors)")
    }
}
