import BoundaryRules
import CommandLineArguments
import Foundation
import PackageManifest
import PackageReports
import Scaffolding

/// The exit codes of bulkhead.
extension ExitCode {
    static let violations = ExitCode(rawValue: 1)
    static let unusablePackage = ExitCode(rawValue: 65)
    static let missingProgram = ExitCode(rawValue: 69)
    static let cannotCreate = ExitCode(rawValue: 73)
}

extension Failure {
    init(_ error: any Error) {
        switch error {
        case let error as Failure:
            self = error
        case let error as UsageError:
            self.init(error.message(for: BulkheadCommand.syntax), .usage)
        case let error as ManifestError:
            self.init(error.message, error.code)
        case let error as APIError:
            self.init(error.message, error == .noDigester ? .missingProgram : .unusablePackage)
        case let error as RevisionError:
            self.init(error.message, error.code)
        case ManifestFixError.unexpected(let module):
            self.init(
                "the new manifest would change the dependencies of '\(module)' in an unexpected way; "
                    + "Package.swift is unchanged; edit it by hand",
                .unusablePackage
            )
        case ManifestFixError.cannotWrite(let path, let reason):
            self.init(
                "cannot write '\(path)': \(reason); check the permissions of the file and its folder",
                .cannotCreate
            )
        case let error as LayerRulesError:
            self.init(error.description, .unusablePackage)
        case GraphvizError.notInstalled:
            self.init(
                "SVG requires Graphviz; install 'graphviz', or use --format dot",
                .missingProgram
            )
        case GraphvizError.failed(let code):
            self.init(
                "Graphviz failed with exit code \(code); use --format dot to see its input",
                .missingProgram
            )
        case let error as ScaffoldingError:
            self.init(error.message, error.code)
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

extension ManifestError {
    var message: String {
        switch self {
        case .noPackage(let path):
            "Package.swift not found in '\(path)'\(path == "." ? " or a folder above it" : ""); "
                + "specify the folder of a package with --package-path"
        case .evaluationFailed(let path, let errors):
            "SwiftPM cannot evaluate '\(path)'; correct these errors:\n\(errors)"
        case .unreadableManifest(let path, let reason):
            "cannot read SwiftPM's description of '\(path)': \(reason); use Swift 6.2 or newer"
        case .cannotRunSwift(let reason):
            "cannot run 'swift': \(reason); install a toolchain, and add it to PATH"
        case .noSources(let target, let folders):
            "target '\(target)' has no sources; set the path of the target, or create one of these folders: "
                + folders.map { "'\($0)'" }.joined(separator: ", ")
        case .unreadable(let path, let reason):
            "cannot read '\(path)': \(reason); check the path and its permissions"
        case .invalidText(let path):
            "'\(path)' is not valid UTF-8; save it with this encoding"
        }
    }

    fileprivate var code: ExitCode {
        if case .cannotRunSwift = self {
            .missingProgram
        } else {
            .unusablePackage
        }
    }
}

extension APIError {
    fileprivate var message: String {
        switch self {
        case .noDigester:
            "cannot run 'swift-api-digester': it is not in PATH; install a toolchain that contains this program"
        case .buildFailed(let module, let errors):
            "cannot build '\(module)'; correct these errors:\n\(errors)"
        case .unreadable(let module, let errors):
            "swift-api-digester cannot read '\(module)':\n\(errors)\nto compare only the other modules, specify their names"
        }
    }
}

extension RevisionError {
    fileprivate var message: String {
        switch self {
        case .noGit: "cannot run 'git': it is not in PATH; install Git"
        case .noRepository(let path):
            "'\(path)' is not in a Git repository; run 'git init', and commit the package"
        case .unknown(let name): "unknown revision '\(name)'; specify a branch, a tag or a commit"
        case .unrelated(let name):
            "'\(name)' and the current commit have no common ancestor; specify a revision of the same history"
        case .shallow(let name):
            "this clone is shallow and lacks '\(name)' or its history; fetch it with "
                + "'git fetch --unshallow origin \"+refs/heads/*:refs/remotes/origin/*\"', or clone with 'fetch-depth: 0' on GitHub"
        case .failed(let program, let reason): "'\(program)' failed: \(reason)"
        case .cannotLink(let path, let reason):
            "cannot compare the package in '\(path)', which is outside the repository: \(reason)"
        }
    }

    fileprivate var code: ExitCode { self == .noGit ? .missingProgram : .unusablePackage }
}

extension ScaffoldingError {
    fileprivate var code: ExitCode {
        switch self {
        case .invalidName: .usage
        case .noWorkspace, .unsupportedManifest, .unsupportedSource,
            .violatesRules:
            .unusablePackage
        case .program: .missingProgram
        case .exists, .missing, .inUse, .uncommitted, .noRepository, .cannotWrite,
            .partiallyWritten:
            .cannotCreate
        }
    }
}
