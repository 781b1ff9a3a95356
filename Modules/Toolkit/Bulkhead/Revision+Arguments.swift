import CommandLineArguments
import PackageManifest
import PackageReports

extension OptionSyntax {
    /// The option for commands that compare the package with a revision.
    static let since = OptionSyntax.value(
        "--since",
        "REV",
        "compare with the common ancestor of a revision, such as main, and the current commit"
    )
}

extension ParsedArguments {
    /// Returns the revision specified by `--since`.
    ///
    /// - Throws: An error if the option is missing.
    func revision(of packages: PackageSet) async throws -> Revision {
        guard let name = value("--since") else {
            throw UsageError.custom(
                "'--since' is missing; specify a revision, such as --since main"
            )
        }
        return try await Revision(name, in: packages.root)
    }
}
