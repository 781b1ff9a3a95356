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

    @Test
    func `two dynamic libraries have two copies of a container, until either remedy is applied`()
        async throws
    {
        let package = try TemporaryFolder(package: "TwoCopies", engineIn: "Engine")
        let apart = try await package.swift("run", "App", in: "App")
        #expect(apart.code != 0)
        #expect(!apart.output.contains("one container"))
        #expect(
            apart.errors.contains("Feeds and Links have different copies of Container"),
            "\(apart.errors)"
        )
        for remedy in Self.remedies {
            let manifest = "\(remedy[0])/Package.swift"
            let original = try package.text(manifest)
            let changed = original.replacing(remedy[1], with: remedy[2])
            #expect(changed != original)
            try package.write(changed, to: manifest)
            let together = try await package.swift("run", "App", in: "App")
            #expect(together.output == "one container\n", "\(together.output)\(together.errors)")
            try package.write(original, to: manifest)
        }
    }
}
