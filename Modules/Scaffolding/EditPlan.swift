import Foundation

/// What happens to one file.
public struct Change: Sendable, Hashable {
    /// The kinds of changes.
    public enum Kind: Sendable {
        case added, changed, removed
    }

    /// What happens.
    public let kind: Kind
    /// The path of the file, from the root of the workspace.
    public let path: String

    /// Creates the description of a change.
    public init(_ kind: Kind, _ path: String) { (self.kind, self.path) = (kind, path) }
}

/// The edits of a workspace that a command computes before it writes the first of them.
public struct EditPlan {
    /// The workspace as it is.
    package let workspace: Workspace
    /// The new texts by path. Their lines end with LF.
    package private(set) var texts: [String: String] = [:]
    /// The old paths of files that are moved, by their new ones.
    private var origins: [String: String] = [:]
    private var removals: Set<String> = []

    /// Creates a plan without edits.
    package init(for workspace: Workspace) { self.workspace = workspace }

    /// Returns the text that a file will have, with lines that end with LF.
    ///
    /// - Throws: ``ScaffoldingError/sourceNotUnderstood(path:reason:remedy:)`` for a file that mixes line endings.
    package func text(_ path: String) throws(ScaffoldingError) -> String {
        if let text = texts[path] { return text }
        return try original(path)
    }

    /// Returns the text of a file as it is in the workspace, with lines that end with LF.
    func original(_ path: String) throws(ScaffoldingError) -> String {
        let text = try workspace.text(origins[path] ?? path)
        let form = TextForm(of: text)
        guard !form.isMixed else {
            throw .sourceNotUnderstood(
                path: path, reason: "some of its lines end with CR LF, and others do not",
                remedy: "convert its line endings to one kind")
        }
        return form.plain(text)
    }

    /// Sets the text of a file.
    package mutating func write(_ text: String, to path: String) { texts[path] = text }

    /// Adds the files of a template.
    ///
    /// - Throws: ``ScaffoldingError/exists(_:remedy:)`` if the workspace has a file at one of their paths.
    package mutating func add(_ template: String, names: [String: String]) throws(ScaffoldingError) {
        for (path, text) in try SourceTree.own.template(template).texts(names: names) {
            try requireFree(path)
            texts[path] = text
        }
    }

    /// Moves a file. Its text is edited under the new path.
    package mutating func move(_ path: String, to newPath: String) throws(ScaffoldingError) {
        try requireFree(newPath)
        origins[newPath] = path
    }

    /// Removes files.
    package mutating func remove(_ paths: [String]) { removals.formUnion(paths) }

    private func requireFree(_ path: String) throws(ScaffoldingError) {
        guard texts[path] != nil || origins[path] != nil || workspace.exists(path) else { return }
        throw .exists("'\(path)'", remedy: "move it away, or choose another name")
    }

    /// The changes of files, in the order of their paths.
    package var changes: [Change] {
        var changes = (removals.union(origins.values)).map { Change(.removed, $0) }
        for path in Set(texts.keys).union(origins.keys) {
            if origins[path] != nil || !workspace.exists(path) {
                changes.append(Change(.added, path))
            } else if (try? workspace.text(path)) != texts[path].map({ dressed($0, path) }) {
                changes.append(Change(.changed, path))
            }
        }
        return changes.sorted { $0.path < $1.path }
    }

    /// Gives a text the byte order mark and the line endings that its file has.
    private func dressed(_ text: String, _ path: String) -> String {
        (try? workspace.text(origins[path] ?? path)).map { TextForm(of: $0).dressed(text) } ?? text
    }
}

// MARK: - Writing

extension EditPlan {
    /// Writes all edits, and returns a function that undoes them and returns whether every step of that succeeded.
    ///
    /// - Throws: ``ScaffoldingError/cannotWrite(path:reason:)`` after the edits before the failure are undone, or
    ///   ``ScaffoldingError/halfWritten(path:reason:)`` if that fails too.
    @discardableResult
    package func write() throws(ScaffoldingError) -> () -> Bool {
        var steps: [() throws -> Void] = []
        var place = workspace.root
        // Computed from the files that are there before the first step.
        let changes = changes
        let texts = texts.reduce(into: [:]) { $0[$1.key] = dressed($1.value, $1.key) }
        do {
            for (new, old) in origins {
                place = workspace.path(new)
                try workspace.move(old, to: new)
                steps.append { [workspace] in try workspace.move(new, to: old) }
            }
            // A file system that ignores case may have a removed file at the path of an added one.
            for path in removals.sorted() + changes.map(\.path).filter({ texts[$0] != nil && !removals.contains($0) }) {
                place = workspace.path(path)
                try replace(path, by: removals.contains(path) ? nil : texts[path], &steps)
            }
        } catch {
            let reason = error.localizedDescription
            throw Self.undo(steps)
                ? .cannotWrite(path: place, reason: reason) : .halfWritten(path: place, reason: reason)
        }
        return { [steps] in Self.undo(steps) }
    }

    private static func undo(_ steps: [() throws -> Void]) -> Bool {
        steps.reversed().reduce(true) { isComplete, step in (try? step()) != nil && isComplete }
    }

    /// Writes a file, or removes it if there is no text.
    private func replace(_ path: String, by text: String?, _ steps: inout [() throws -> Void]) throws {
        let (workspace, file) = (workspace, workspace.path(path))
        if workspace.exists(path) {
            let permissions = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            let data = try Data(contentsOf: URL(filePath: file))
            steps.append {
                try workspace.put(data, at: path)
                try FileManager.default.setAttributes([.posixPermissions: permissions ?? 0o644], ofItemAtPath: file)
            }
        } else {
            steps.append { try workspace.delete(path) }
        }
        if let text { try workspace.put(Data(text.utf8), at: path) } else { try workspace.delete(path) }
    }
}

extension Workspace {
    /// Creates a folder, one level after another, since the error for several levels does not name the reason.
    private func makeFolder(_ folder: URL) throws {
        guard !FileManager.default.fileExists(atPath: folder.path) else { return }
        try makeFolder(folder.deletingLastPathComponent())
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }

    /// Writes a file. A new script becomes executable.
    fileprivate func put(_ data: Data, at path: String) throws {
        let isNew = !exists(path)
        try makeFolder(URL(filePath: self.path(path)).deletingLastPathComponent())
        try data.write(to: URL(filePath: self.path(path)))
        guard isNew, data.starts(with: "#!".utf8) else { return }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: self.path(path))
    }

    fileprivate func move(_ path: String, to newPath: String) throws {
        try makeFolder(URL(filePath: self.path(newPath)).deletingLastPathComponent())
        try FileManager.default.moveItem(atPath: self.path(path), toPath: self.path(newPath))
        removeEmptyFolders(above: path)
    }

    fileprivate func delete(_ path: String) throws {
        if exists(path) { try FileManager.default.removeItem(atPath: self.path(path)) }
        removeEmptyFolders(above: path)
    }

    /// Removes the folders around a path that contain nothing.
    func removeEmptyFolders(above path: String) {
        var folder = path.split(separator: "/").dropLast()
        while !folder.isEmpty {
            let path = self.path(folder.joined(separator: "/"))
            guard (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty == true else { return }
            try? FileManager.default.removeItem(atPath: path)
            folder = folder.dropLast()
        }
    }
}

/// The byte order mark and the line endings of a text, which edits neither see nor change.
struct TextForm {
    /// Whether some lines end with CR LF and others do not.
    let isMixed: Bool
    private let hasMark: Bool
    private let hasReturns: Bool

    private static let mark: Unicode.Scalar = "\u{FEFF}"

    init(of text: String) {
        let bytes = text.utf8
        let (lines, returns) = (bytes.count { $0 == UInt8(ascii: "\n") }, bytes.count { $0 == UInt8(ascii: "\r") })
        let both = zip(bytes, bytes.dropFirst()).count { $0 == UInt8(ascii: "\r") && $1 == UInt8(ascii: "\n") }
        isMixed = both > 0 && (both < lines || both < returns)
        hasReturns = both > 0 && !isMixed
        hasMark = text.unicodeScalars.first == Self.mark
    }

    /// Returns the text without either.
    func plain(_ text: String) -> String {
        let words = hasMark ? String(text.unicodeScalars.drop { $0 == Self.mark }) : text
        return hasReturns ? words.replacing("\r\n", with: "\n") : words
    }

    /// Returns a plain text with both.
    func dressed(_ text: String) -> String {
        (hasMark ? String(Self.mark) : "") + (hasReturns ? text.replacing("\n", with: "\r\n") : text)
    }
}
