import CommandLineArguments
import FeatureName
import FeatureNameInterface
import Foundation

/// The feature FeatureName alone, without the app.
@main
struct FeatureNameExample {
    private let roleName: any RoleName = OrderedRoleName()

    static func main() async {
        do {
            let arguments = try ArgumentParser(.featureNameExample).parse(Array(CommandLine.arguments.dropFirst()))
            if arguments.has("--help") { return print(HelpText.overview(of: .featureNameExample)) }
            try await FeatureNameExample().add(["one", "two", " "] + arguments.values("--add"))
        } catch {
            let usage = error as? UsageError
            let message = usage?.message(for: .featureNameExample) ?? "\(error)"
            FileHandle.standardError.write(Data("FeatureNameExample: \(message)\n".utf8))
            // EX_USAGE and EX_SOFTWARE of sysexits.h
            exit(usage == nil ? 70 : 64)
        }
    }

    private func add(_ texts: [String]) async throws {
        for text in texts {
            do {
                _ = try await roleName.add(text)
            } catch .noText {
                print("refused: '\(text)' has no text")
            }
        }
        for entry in try await roleName.entries() { print("\(entry.number) \(entry.text)") }
    }
}

extension ProgramSyntax {
    /// The command line of the example.
    fileprivate static let featureNameExample = ProgramSyntax(
        "FeatureNameExample", "FeatureNameExample adds entries, and lists what is kept.", commands: [],
        everywhere: [.value("--add", "TEXT", "add this too; may be there several times"), .help],
        examples: [
            ("swift run FeatureNameExample", "entries are added, refused and listed"),
            ("swift run FeatureNameExample --add three", "the same with one more"),
        ])
}
