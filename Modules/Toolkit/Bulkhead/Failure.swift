import BoundaryRules
import CommandLineArguments
import Foundation

/// The exit codes of bulkhead.
extension ExitCode {
    static let violations = ExitCode(rawValue: 1)
    static let unusablePackage = ExitCode(.unusablePackage)
    static let cannotCreate = ExitCode(.cannotCreate)

    fileprivate init(_ code: ErrorExitCode) {
        self.init(rawValue: code.rawValue)
    }
}

extension Failure {
    init(_ error: any Error) {
        switch error {
        case let error as Failure:
            self = error
        case let error as any ToolkitError:
            self.init(error.message, ExitCode(error.exitCode))
        case let error as UsageError:
            self.init(error.message(for: BulkheadCommand.syntax), .usage)
        case let error as OutputError:
            self.init(
                "cannot write '\(error.path)': \(error.reason); check the path and its permissions",
                .cannotCreate
            )
        case let error as CocoaError:
            let path = error.filePath ?? error.url?.path
            self.init(
                "cannot access \(path.map { "'\($0)'" } ?? "a file"): \(error.localizedDescription); "
                    + "check the permissions of the file and its folder",
                .cannotCreate
            )
        default:
            self.init(
                "unexpected error: \(error); report it with the command that caused it",
                .unusablePackage
            )
        }
    }
}
