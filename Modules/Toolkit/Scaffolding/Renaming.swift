import Foundation
import SwiftSource

/// A change that renames a feature or a service: its folders and files, and all of its declarations
/// whose names contain the old name.
///
/// In the files of the feature or service, the name changes wherever it is a separate word. In
/// other files, the name changes only in imports, paths and code spans.
public struct Renaming: WorkspaceChange {
    private let old: WorkspacePart
    private let new: WorkspacePart

    public init(_ kind: WorkspacePart.Kind, _ name: String, to newName: String) {
        old = WorkspacePart(kind, name)
        new = WorkspacePart(kind, newName)
    }

    public func prepare(_ plan: inout EditPlan) async throws(ScaffoldingError) -> [String] {
        guard new.name == old.name || new.name.lowercased() != old.name.lowercased() else {
            throw .invalidName(
                new.name,
                reason:
                    "it differs from '\(old.name)' only in case, which some file systems ignore",
                remedy: "choose another name"
            )
        }
        try await NameRules.check(new.name, suffixes: new.suffixes, in: plan.workspace)
        return try rename(&plan)
    }

    public func formerName(of name: String) -> String {
        CamelCaseName(new.name).replaced(by: CamelCaseName(old.name), in: name)
    }

    /// Renames the part without checking the new name.
    package func rename(_ plan: inout EditPlan) throws(ScaffoldingError) -> [String] {
        let workspace = plan.workspace
        let texts = try workspace.texts(
            containing: [old, new].flatMap { [$0.name, $0.name.asProperty] }
        )
        .filter { !Workspace.isInherited($0.path) }
        let names = try NewNames(old, new, texts)
        try plan.editManifest { manifest throws(ScaffoldingError) in
            manifest.rename(Dictionary(uniqueKeysWithValues: zip(old.modules, new.modules)))
        }
        let files = try workspace.files()
        let paths = files.filter(old.owns)
        let newPaths = paths.map(names.path)
        try requireFree(newPaths, among: files.filter { !old.owns($0) })
        for (path, newPath) in zip(paths, newPaths) {
            try plan.move(path, to: newPath)
        }
        let places = Dictionary(uniqueKeysWithValues: zip(paths, newPaths))
        for (path, text) in texts {
            let change = {
                names.text($0, isOwn: places[path] != nil, isData: path.hasSuffix(".json"))
            }
            guard change(text) != text else { continue }
            plan.write(change(try plan.text(places[path] ?? path)), to: places[path] ?? path)
        }
        return names.notes
    }

    private func requireFree(
        _ paths: [String],
        among others: [String]
    ) throws(ScaffoldingError) {
        var taken = Set(others.map { $0.lowercased() })
        for path in paths {
            guard taken.insert(path.lowercased()).inserted else {
                throw .exists(
                    "'\(path)'",
                    remedy: "choose another name, or move that file away first"
                )
            }
        }
    }
}

private struct NewNames {
    private let old: WorkspacePart
    private let new: WorkspacePart
    private let oldName: CamelCaseName
    private let newName: CamelCaseName
    /// The new names by the old names, except for the name of the part itself.
    private var names: [String: String] = [:]
    private var kept: Set<String> = []
    private(set) var notes: [String] = []

    init(
        _ old: WorkspacePart,
        _ new: WorkspacePart,
        _ texts: [(path: String, text: String)]
    ) throws(ScaffoldingError) {
        self.old = old
        self.new = new
        oldName = CamelCaseName(old.name)
        newName = CamelCaseName(new.name)
        for (module, name) in zip(old.modules, new.modules).dropFirst() {
            names[module] = name
        }
        let sources = texts.filter { $0.path.hasSuffix(".swift") }
            .map { SourceText($0.text, path: $0.path) }
        var own: Set<String> = []
        var provided: Set<String> = []
        var otherPlaces: [String: String] = [:]
        for file in sources {
            let tokens = file.tokens
            for index in tokens.indices.dropFirst() {
                guard let name = tokens[index].word, let keyword = tokens[index - 1].word,
                    Self.keywords.contains(keyword), !tokens.has("import", at: index - 2),
                    oldName.isPart(of: name)
                else { continue }
                if file.path == old.bootstrapFile && keyword == "var" {
                    provided.insert(name)
                }
                if old.owns(file.path) {
                    own.insert(name)
                } else {
                    otherPlaces[name] = file.place(of: tokens[index])
                }
            }
        }
        for name in own.sorted() where name != old.name {
            let isProvided = provided.contains(name)
            // The lowercase name of the part can also be an ordinary word, so it changes only if it
            // is a property of the container.
            if name == oldName.lowered, !isProvided {
                continue
            }
            if let place = otherPlaces[name], !isProvided {
                kept.insert(name)
                notes.append("not renamed: '\(name)', which \(place) also declares")
            } else {
                names[name] = oldName.replaced(by: newName, in: name)
            }
        }
        try requireFree(Set(names.values).subtracting(names.keys), in: sources)
    }

    private func requireFree(
        _ newNames: Set<String>,
        in sources: [SourceText]
    ) throws(ScaffoldingError) {
        var places: [String: String] = [:]
        for file in sources {
            for token in file.tokens {
                guard let word = token.word, newNames.contains(word), places[word] == nil else {
                    continue
                }
                places[word] = file.place(of: token)
            }
        }
        guard let (name, place) = places.min(by: { $0.key < $1.key }) else { return }
        throw .exists("'\(name)' (\(place))", remedy: "choose another name")
    }

    private static let keywords: Set = [
        "struct", "class", "enum", "actor", "protocol", "typealias", "associatedtype", "func",
        "var", "let", "case",
    ]

    func path(_ path: String) -> String {
        for (place, newPlace) in zip(old.places, new.places)
        where path == place || path.hasPrefix("\(place)/") {
            let rest = String(path.dropFirst(place.count))
            guard rest.hasSuffix(".swift") else { return newPlace + rest }
            return newPlace
                + words(of: rest) { word, _, _ in
                    names[word]
                        ?? (kept.contains(word) ? word : oldName.replaced(by: newName, in: word))
                }
        }
        return path
    }

    /// Returns the contents of a file with the new names.
    ///
    /// The name of the part can also be an ordinary word, so outside the files of the part, it
    /// changes only in imports, paths and code spans.
    func text(_ text: String, isOwn: Bool, isData: Bool) -> String {
        let marks: Set<Character> = isData ? ["`", "/", "\"", "'"] : ["`", "/", "'"]
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let newLines = lines.map { line in
            guard oldName.mayBePart(of: line) else { return line }
            return words(of: line) { word, before, after in
                guard word == old.name else {
                    return names[word] ?? word
                }
                let isMarked =
                    before.last.map(marks.contains) == true && "`'\"/#) .".contains(after ?? " ")
                return isOwn || isMarked || before.hasSuffix("import ") || before.last == "+"
                    ? new.name : word
            }
        }
        return newLines.joined(separator: "\n")
    }

    private func words(
        of text: String,
        by replacement: (_ word: String, _ before: Substring, _ after: Character?) -> String
    ) -> String {
        var result = ""
        var rest = text[...]
        var isURL = false
        while let first = rest.first {
            guard first.isPartOfWord else {
                if rest.hasPrefix("://") {
                    isURL = true
                } else if " \n\r\n\"')>`]".contains(first) {
                    isURL = false
                }
                result.append(rest.removeFirst())
                continue
            }
            let word = rest.prefix(while: \.isPartOfWord)
            rest = rest[word.endIndex...]
            result += isURL ? String(word) : replacement(String(word), result.suffix(8), rest.first)
        }
        return result
    }
}

extension Character { fileprivate var isPartOfWord: Bool { isLetter || isNumber || self == "_" } }

/// A name in camel case, such as `WebPages`, that can be part of other names, such as
/// `WebPagesError`, `StoredWebPages` and `webPages`.
package struct CamelCaseName {
    private let text: String
    let lowered: String
    private let words: [Substring]
    package init(_ text: String) {
        self.text = text
        lowered = text.asProperty
        words = Self.words(of: text)
    }

    /// Returns the words of an identifier, such as `HTTP` and `Client` for `HTTPClient`.
    private static func words(of identifier: String) -> [Substring] {
        identifier.matches(of: /[A-Z]+[0-9]*(?![a-z])|[A-Z]?[a-z0-9]+|./).map(\.output)
    }

    package func isPart(of identifier: String) -> Bool {
        mayBePart(of: identifier)
            && replaced(by: CamelCaseName("\(text)\(text)"), in: identifier) != identifier
    }

    /// Whether a text contains the name, possibly as a part of another word.
    fileprivate func mayBePart(of text: String) -> Bool {
        text.contains(self.text) || text.contains(lowered)
    }

    /// Returns an identifier with every occurrence of this name replaced by another name.
    package func replaced(by other: CamelCaseName, in identifier: String) -> String {
        guard mayBePart(of: identifier) else { return identifier }
        var rest = Self.words(of: identifier)[...]
        var result = ""
        while let word = rest.first {
            // At the beginning of a property's name, this name is in lower case, as in `webPages`.
            let isFirst = result.allSatisfy { $0 == "_" }
            if rest.starts(with: words) {
                result += other.text
                rest = rest.dropFirst(words.count)
            } else if isFirst, rest.prefix(words.count).joined() == lowered {
                result += other.lowered
                rest = rest.dropFirst(words.count)
            } else {
                result += word
                rest = rest.dropFirst()
            }
        }
        return result
    }
}
