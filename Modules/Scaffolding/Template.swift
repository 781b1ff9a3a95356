import Foundation

/// A folder of files with placeholders.
///
/// A placeholder is replaced wherever it occurs in a text or in a path, also as a part of a word (`FeatureName` in `FeatureNameTests`). Replacements
/// are not searched for other placeholders.
public struct Template: Sendable {
    private let folder: String

    /// Creates a template from the path of its folder.
    public init(_ folder: String) { self.folder = folder }

    /// Returns the paths of its files with placeholders, in alphabetical order.
    public func files() throws(ScaffoldingError) -> [String] {
        do {
            return try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter { name in
                !Workspace(root: folder).isFolder(name) && !name.hasSuffix(".DS_Store")
            }
        } catch {
            throw .cannotWrite(path: folder, reason: error.localizedDescription)
        }
    }

    /// Returns the texts of its files by path, with names in the place of placeholders.
    public func texts(names: [String: String] = [:]) throws(ScaffoldingError) -> [String: String] {
        // Where one placeholder begins with another, the longer one is replaced.
        let names = names.map { (Substring($0), $1) }.sorted { $0.0.count > $1.0.count }
        var texts: [String: String] = [:]
        for file in try files() {
            let text = try Workspace(root: folder).text(file)
            texts[Self.replacing(names, in: file)] = Self.replacing(names, in: text)
        }
        return texts
    }

    private static func replacing(_ names: [(placeholder: Substring, value: String)], in text: String) -> String {
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
