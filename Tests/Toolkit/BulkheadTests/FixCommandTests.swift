import Foundation
import ProgramTesting
import Testing

/// Tests `bulkhead fix` on the package of ``BulkheadTests``.
extension BulkheadTests {
    @Test func `fix --dry-run prints the changes and the remaining findings`() async throws {
        try folder.write("import Home\nimport Core", to: "Sources/App/main.swift")
        try folder.write("import App\nimport Net", to: "Sources/Core/Core.swift")
        let before = try folder.text("Package.swift")
        let outcome = try await bulkhead("fix --dry-run")
        #expect(outcome.code == 1)
        #expect(
            outcome.output.contains(
                """
                -        .executableTarget(name: "App", dependencies: ["Home", "Net"]),
                +        .executableTarget(name: "App", dependencies: ["Core", "Home", "Net"]),
                """
            )
        )
        #expect(
            outcome.output.contains(
                "Sources/Core/Core.swift:2:8: not fixed: 'Core' imports 'Net' without declaring it as a dependency\n"
                    + "note: remedy: the dependency would create a cycle, Core → Net → Core; "
            )
        )
        #expect(
            outcome.output.contains(
                "\nnote: remedy: run 'bulkhead fix --remove-unused App' to remove it\n"
            )
        )
        #expect(
            outcome.output.hasSuffix("1 dependency would be added, 3 violations left\n"),
            "\(outcome.output)"
        )
        let removal = try await bulkhead("fix -n --remove-unused App")
        #expect(removal.code == 1)
        #expect(removal.output.contains(#"name: "App", dependencies: ["Core", "Home"]"#))
        #expect(
            removal.output.hasSuffix(
                "1 dependency would be added, 1 would be removed, 0 violations left\n"
            )
        )
        #expect(try folder.text("Package.swift") == before)
    }

    @Test func `fix names the rules of the violations that no edit of a manifest resolves`()
        async throws
    {
        let free = try await bulkhead("fix --dry-run")
        let note = "note: there are no rules yet, so fix declares every import; "
        #expect(free.output.contains("\n\(note)"))
        let rules = """
            {"layers": [
              {"name": "low", "modules": ["Core", "Net"], "canDependOn": []},
              {"name": "high", "paths": ["Sources/*"], "canDependOn": "*"}
            ]}
            """
        try folder.write(rules, to: "boundaries.json")
        let outcome = try await bulkhead("fix --dry-run --remove-unused")
        #expect(!outcome.output.contains(note))
        #expect(
            outcome.output.hasSuffix(
                """

                note: left: 1 forbidden-dependency; no edit of a manifest resolves this, so change the \
                code or the rules; 'bulkhead check' states a remedy for each

                1 dependency would be added, 1 would be removed, 1 violation left

                """
            ),
            "\(outcome.output)"
        )
        // Nothing is left to edit, but an error remains.
        let unchanged = try await bulkhead("fix Net")
        #expect(unchanged.code == 1)
        #expect(unchanged.output.hasSuffix("0 dependencies added, 1 violation left\n"))
        // The baseline allows the violation, and then only the manifest declares the dependency.
        #expect(try await bulkhead("check --write-baseline").code == 0)
        try folder.write("let a = 1", to: "Sources/Net/Net.swift")
        let accepted = try await bulkhead("fix --dry-run Home Net")
        #expect(accepted.output.hasSuffix("0 violations left, 1 in boundaries-baseline.json\n"))
    }

    /// The stand-in for SwiftPM always prints the same description, so the new manifest does not
    /// have the intended effect.
    @Test func `fix writes nothing if the edits do not have the intended effect`() async throws {
        let before = try folder.text("Package.swift")
        let refusal = try await bulkhead("fix")
        #expect(refusal.code == 65)
        #expect(refusal.errors.contains("; Package.swift is unchanged; edit it by hand"))
        #expect(try folder.text("Package.swift") == before)
        let nothing = try await bulkhead("fix Core")
        #expect(nothing.code == 0)
        #expect(nothing.output == "0 dependencies added, 0 violations left\n")
    }

    @Test func `fix reports a folder that cannot be written`() async throws {
        let old = try folder.text("dump.json")
        try package.redescribe(
            Self.targets.replacing("App executable: ", with: "App executable: Core, ")
        )
        try folder.write(try folder.text("dump.json"), to: "fixed.json")
        try folder.write(old, to: "dump.json")
        // SwiftPM describes the new manifest in another folder.
        let script = """
            while [ $1 != --package-path ]; do shift; done
            grep -q '"Core", "Home"' "$2/Package.swift" && exec cat "$2/fixed.json"
            exec cat "$2/dump.json"
            """
        try package.replaceSwift(with: script)
        let outcome = try await bulkheadInReadOnlyFolder("fix")
        #expect(outcome.code == 73)
        let path = folder.path("Package.swift")
        #expect(outcome.errors.hasPrefix("error: cannot write '\(path)': "), "\(outcome)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
        let written = try await bulkhead("fix")
        #expect(written.code == 0, "\(written)")
        #expect(try folder.text("Package.swift").contains(#"["Core", "Home", "Net"]"#))
    }

    @Test func `fix names the manifests that it does not edit`() async throws {
        try folder.write("// swift-tools-version: 5.9\n\"App\"", to: "Package@swift-5.9.swift")
        let outcome = try await bulkhead("fix --dry-run")
        #expect(
            outcome.output.contains(
                """

                Package@swift-5.9.swift: not fixed: it declares a changed target for other versions of Swift
                note: remedy: make the same changes in this file

                """
            )
        )
    }

    @Test func `fix --remove-unused keeps a dependency that defines symbols`() async throws {
        let text = "import Core\n@_cdecl(\"hook\") func hook() {}"
        try folder.write(text, to: "Sources/Net/Net.swift")
        let outcome = try await bulkhead("fix --dry-run --remove-unused")
        let place = "Package.swift:6:33"
        #expect(outcome.output.contains("\n\(place): kept: 'App' declares 'Net' as a dependency "))
        #expect(outcome.output.contains("\nnote: reason: "))
        #expect(
            outcome.output.hasSuffix(
                "1 dependency would be added, 0 violations left, 1 kept without an import\n"
            ),
            "\(outcome)"
        )
    }

    @Test func `fix changes nothing and succeeds if nothing is missing`() async throws {
        try folder.write("import Home\nimport Net\n", to: "Sources/App/main.swift")
        let before = try folder.text("Package.swift")
        for options in ["", "--dry-run", "--remove-unused"] {
            let outcome = try await bulkhead("fix \(options)")
            #expect(outcome.output.split(separator: "\n").count == 1)
            #expect(outcome.output.hasPrefix("0 dependencies "))
            #expect(outcome.output.hasSuffix("0 violations left\n"))
            #expect(outcome.code == 0)
        }
        #expect(try folder.text("Package.swift") == before)
    }
}
