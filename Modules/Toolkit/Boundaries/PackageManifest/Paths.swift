import Foundation

extension String {
    /// Returns this path relative to a folder, such as `../Shared/A.swift`. This path and the path
    /// of the folder must be absolute.
    package func relative(to folder: String) -> String {
        let path = split(separator: "/")
        let base = folder.split(separator: "/")
        let common = zip(path, base).prefix { $0 == $1 }.count
        return (base.dropFirst(common).map { _ in ".." } + path.dropFirst(common)).joined(
            separator: "/"
        )
    }

    /// The absolute path of the file at this path, without symbolic links.
    package var resolvedPath: String {
        URL(filePath: self).standardizedFileURL.resolvingSymlinksInPath().path
    }

    /// Returns the path of a file in the folder at this path, which can be empty.
    package func appendingPath(_ name: String) -> String {
        isEmpty ? name : "\(self)/\(name)"
    }

    /// Whether a file or a folder exists at this path.
    package var fileExists: Bool { FileManager.default.fileExists(atPath: self) }
}
