import Foundation

/// A folder of files with placeholders, of which files with names are made.
///
/// A placeholder is replaced wherever it stands in a text or in a path, also as a part of a word (`FeatureName` in
/// `FeatureNameTests`). What stands in its place is not looked at again.
public struct Template: Sendable {
    private let folder: String
    private let isIncluded: @Sendable (String) -> Bool

    /// The template in a folder.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder.
    ///   - isIncluded: Whether a file belongs to it, by its path from the folder.
    public init(_ folder: String, where isIncluded: @escaping @Sendable (String) -> Bool = { _ in true }) {
        self.folder = folder
        self.isIncluded = isIncluded
    }

    /// The paths of the files that are made of it, with names in the place of placeholders.
    public func files(names: [String: String]) throws(ScaffoldingError) -> [String] {
        let placeholders = Placeholders(names)
        return try files().map(placeholders.replaced)
    }

    /// The paths of its files from the folder, as they are named there, in alphabetical order.
    public func files() throws(ScaffoldingError) -> [String] {
        do {
            return try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter { name in
                !Workspace(root: folder).isFolder(name) && !name.hasSuffix(".DS_Store") && isIncluded(name)
            }
        } catch {
            throw .cannotWrite(path: folder, reason: error.localizedDescription)
        }
    }

    /// Returns the texts of its files by path, with names in the place of placeholders.
    func texts(names: [String: String]) throws(ScaffoldingError) -> [String: String] {
        let (placeholders, tree) = (Placeholders(names), Workspace(root: folder))
        var texts: [String: String] = [:]
        for file in try files() {
            texts[placeholders.replaced(in: file)] = placeholders.replaced(in: try tree.text(file))
        }
        return texts
    }

    /// Writes its files below another folder, over those that are there, and returns their paths from that folder.
    ///
    /// What may be executed stays so. What is no text is copied as it is.
    ///
    /// - Throws: ``ScaffoldingError/cannotWrite(path:reason:)``; files that were written by then stay.
    @discardableResult
    public func write(to destination: String, names: [String: String]) throws(ScaffoldingError) -> [String] {
        let placeholders = Placeholders(names)
        var written: [String] = []
        for file in try files() {
            let name = placeholders.replaced(in: file)
            try copy("\(folder)/\(file)", to: "\(destination)/\(name)", placeholders)
            written.append(name)
        }
        return written
    }

    private func copy(
        _ source: String, to target: String, _ placeholders: Placeholders
    ) throws(ScaffoldingError) {
        do {
            let data = try Data(contentsOf: URL(filePath: source))
            let text = String(validating: data, as: UTF8.self).map { Data(placeholders.replaced(in: $0).utf8) }
            let folder = URL(filePath: target).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try (text ?? data).write(to: URL(filePath: target))
            guard FileManager.default.isExecutableFile(atPath: source) else { return }
            let mode = try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int ?? 0o600
            // Whoever may read it may execute it.
            try FileManager.default.setAttributes(
                [.posixPermissions: mode | (mode & 0o444) >> 2], ofItemAtPath: target)
        } catch {
            throw .cannotWrite(path: target, reason: error.localizedDescription)
        }
    }
}

/// Placeholders, and what stands in their place.
private struct Placeholders {
    private let names: [(placeholder: Substring, value: String)]

    init(_ names: [String: String]) {
        // Where one begins with another, the longer one is meant.
        self.names = names.map { (Substring($0), $1) }.sorted { $0.placeholder.count > $1.placeholder.count }
    }

    func replaced(in text: String) -> String {
        let beginnings = Set(names.compactMap(\.placeholder.utf8.first))
        var result = ""
        var rest = text[...]
        while let next = rest.utf8.firstIndex(where: beginnings.contains) {
            result += rest[..<next]
            rest = rest[next...]
            if let (placeholder, value) = names.first(where: { rest.hasPrefix($0.placeholder) }) {
                result += value
                rest = rest.dropFirst(placeholder.count)
            } else {
                result.unicodeScalars.append(rest.unicodeScalars.removeFirst())
            }
        }
        return result + rest
    }
}
