import ProgramTesting

extension TemporaryFolder {
    /// Creates a copy of the parts of this repository from which workspaces get their files.
    static func toolClone() throws -> TemporaryFolder {
        let toolkit = [
            "Injection/Injection", "Injection/InjectionTesting", "Boundaries", "Templates",
        ]
        let core = [
            "Modules/Core/ExplainedError.swift", "Modules/CoreTesting/ExplainedErrorContract.swift",
            "Modules/CoreTesting/UnexpectedCall.swift",
            "Tests/CoreTests/ExplainedErrorTests.swift",
        ]
        let clone = try TemporaryFolder()
        try clone.copy(
            toolkit.map { "Modules/Toolkit/\($0)" } + core
                + ["LICENSE", ".gitignore", ".swift-format"],
            from: BuiltProducts.packageRoot
        )
        return clone
    }
}
