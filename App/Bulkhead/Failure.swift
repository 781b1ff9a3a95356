import BoundaryRules
import CommandLineArguments
import PackageManifest
import Scaffolding

/// What the program tells its caller when it ends (the numbers from 64 on are those of sysexits.h).
enum ExitCode: Int32 {
    case done = 0
    case violations = 1
    case usage = 64
    case unusablePackage = 65
    case missingProgram = 69
    case cannotCreate = 73
}

/// What a failure says to people, and to the caller of the program.
struct Failure {
    /// What, where, why, and what to do.
    let message: String
    /// The exit code.
    let code: ExitCode

    /// Finds the words for an error.
    init(_ error: any Error) {
        (message, code) =
            switch error {
            case let error as UsageError: (error.message(for: .bulkhead), .usage)
            case let error as ManifestError: (error.message, error.code)
            case let error as LayerRulesError: ("\(error); 'bulkhead check --help' shows an example", .unusablePackage)
            case GraphvizError.notInstalled:
                ("SVG is drawn by Graphviz, which is missing; install 'graphviz', or use --format dot", .missingProgram)
            case GraphvizError.failed(let code): ("Graphviz failed with code \(code)", .missingProgram)
            case let error as ScaffoldingError: (error.message, error.code)
            case let error as OutputError: ("'\(error.path)' cannot be written: \(error.reason)", .cannotCreate)
            default: ("unexpected failure: \(error)", .unusablePackage)
            }
    }
}

extension ManifestError {
    fileprivate var message: String {
        switch self {
        case .noPackage(let path):
            "there is no Package.swift in '\(path)'; name the folder of a package with --package-path"
        case .doesNotEvaluate(let path, let words): "SwiftPM cannot evaluate '\(path)'; it says:\n\(words)"
        case .notUnderstood(let path, let reason):
            "what SwiftPM says of '\(path)' is not understood (\(reason)); does its version fit?"
        case .noSwift(let reason): "'swift' cannot be run (\(reason)); is a toolchain installed and on the path?"
        case .noSources(let target, let folders):
            "the target '\(target)' has no sources: there is no folder \(folders.map { "'\($0)'" }.joined(separator: ", "))"
        case .unreadable(let path, let reason): "'\(path)' cannot be read: \(reason)"
        }
    }

    fileprivate var code: ExitCode {
        switch self {
        case .noSwift: .missingProgram
        case .noPackage, .doesNotEvaluate, .notUnderstood, .noSources, .unreadable: .unusablePackage
        }
    }
}

extension UsageError {
    /// There is no module of that name.
    static func noModule(_ name: String, in graph: ModuleGraph) -> UsageError {
        let names = graph.modules.map(\.name)
        let hint =
            name.closest(among: names).map { "did you mean '\($0)'?" }
            ?? "the modules are \(names.prefix(20).joined(separator: ", "))\(names.count > 20 ? " …" : "")"
        return .custom("there is no module '\(name)'; \(hint)")
    }
}

extension ScaffoldingError {
    fileprivate var code: ExitCode {
        switch self {
        case .badName: .usage
        case .noWorkspace, .manifestNotUnderstood, .sourceNotUnderstood, .unsound: .unusablePackage
        case .program: .missingProgram
        case .exists, .missing, .inUse, .uncommitted, .noRepository, .cannotWrite, .halfWritten: .cannotCreate
        }
    }
}
