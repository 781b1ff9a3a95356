public import BoundaryRules

/// The reason why a package cannot be read.
public enum ManifestError: ToolkitError, Hashable {
    case noPackage(path: String)
    /// SwiftPM cannot evaluate the manifest. `errors` is the output of SwiftPM.
    case evaluationFailed(path: String, errors: String)
    /// SwiftPM printed a description in an unknown format.
    case unreadableManifest(path: String, reason: String)
    case cannotRunSwift(reason: String)
    /// The sources of a target are in none of the folders in which SwiftPM searches.
    case noSources(target: String, folders: [String])
    case unreadable(path: String, reason: String)
    /// The manifest contains bytes that are not UTF-8.
    case invalidText(path: String)
    /// The file is not that of an Xcode project.
    case invalidProject(path: String)

    public var message: String {
        switch self {
        case .noPackage(let path):
            "Package.swift not found in '\(path)'\(path == "." ? " or a folder above it" : ""); "
                + "specify the folder of a package with --package-path PATH"
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
        case .invalidProject(let path):
            "'\(path)' is not a valid Xcode project; resolve its conflicts, or restore it from Git"
        }
    }

    public var exitCode: ErrorExitCode {
        if case .cannotRunSwift = self { .missingProgram } else { .unusablePackage }
    }
}
