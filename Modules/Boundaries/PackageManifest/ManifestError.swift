/// Why a package cannot be looked at.
public enum ManifestError: Error, Hashable {
    /// There is no `Package.swift` in the folder.
    case noPackage(path: String)
    /// SwiftPM could not evaluate the manifest; its own words follow.
    case doesNotEvaluate(path: String, words: String)
    /// SwiftPM printed what this version does not understand.
    case notUnderstood(path: String, reason: String)
    /// `swift` could not be run.
    case noSwift(reason: String)
    /// The sources of a target are in none of the folders where SwiftPM looks.
    case noSources(target: String, folders: [String])
    /// A file or folder cannot be read.
    case unreadable(path: String, reason: String)
}
