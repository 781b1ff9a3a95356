import CommandLineArguments

extension ProgramSyntax {
    /// The command line of bulkhead.
    static let bulkhead = ProgramSyntax(
        "bulkhead",
        "bulkhead creates, extends and upgrades modular workspaces, and checks and draws the boundaries of "
            + "any SwiftPM package.",
        commands: BulkheadCommand.commands.map { $0.syntax },
        options: [
            .value("--package-path", "PATH", "the folder with Package.swift (default: the current one)"), .help,
            .version,
        ],
        examples: [
            ("bulkhead new ../Shop", "create a workspace"),
            ("bulkhead add feature Payments", "add a feature to the workspace in this folder"),
            ("bulkhead check", "list every import and dependency that breaks a rule"),
            ("bulkhead why Shop Files", "show how one module comes to see another"),
            ("bulkhead graph", "draw the modules, layer by layer"),
        ],
        closing: """
            Exit codes: 0 done, 1 a rule is broken or there is no chain, 64 wrong command line, 65 unusable package or rules, 69 a program is
            missing, 73 something is in the way or cannot be written, 130 stopped by Ctrl-C.
            """)
}
