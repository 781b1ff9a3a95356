import Foundation
import PackageManifest
import SwiftSource

public struct Change: Sendable, Hashable {
    /// The kind of a change. The raw value marks the file in a list of changes.
    public enum Kind: String, Sendable { case added = "+", changed = "~", removed = "-" }

    public let kind: Kind
    /// The path of the file, relative to the root of the workspace.
    public let path: String
    public init(_ kind: Kind, _ path: String) {
        self.kind = kind
        self.path = path
    }
}

public struct EditPlan {
    package let workspace: Workspace
    /// The new contents of files by path, with LF line endings.
    package private(set) var texts: [String: String] = [:]
    /// The old paths of moved files, by their new paths.
    private var origins: [String: String] = [:]
    private var removals: Set<String> = []
    package init(for workspace: Workspace) {
        self.workspace = workspace
    }

    /// Returns the contents that a file will have after the change, with LF line endings.
    package func text(_ path: String) throws(ScaffoldingError) -> String {
        if let text = texts[path] {
            return text
        }
        return try original(path)
    }

    /// Returns the current contents of a file in the workspace, with LF line endings.
    ///
    /// - Throws: An error if the file mixes line endings.
    func original(_ path: String) throws(ScaffoldingError) -> String {
        let text = try workspace.text(origins[path] ?? path)
        let form = TextForm(of: text)
        guard !form.isMixed else {
            throw .unsupportedSource(
                path: path,
                reason: "it mixes CR LF and LF line endings",
                remedy: "convert them to one kind"
            )
        }
        return form.normalized(text)
    }

    package mutating func write(_ text: String, to path: String) {
        texts[path] = text
    }

    /// Adds the files that the templates produce.
    ///
    /// - Parameter extendedFile: A file that may exist. The members of the extension that the
    ///   template declares are added to it.
    /// - Throws: An error if one of the other files already exists.
    package mutating func add(
        _ templates: [String],
        names: [String: String],
        extending extendedFile: String? = nil
    ) throws(ScaffoldingError) {
        for (path, text) in try texts(of: templates, names: names) {
            if path == extendedFile, workspace.exists(path) {
                var extended = try self.text(path)
                extended.addExtension(SourceText(text))
                texts[path] = extended
            } else {
                try requireFree(path)
                texts[path] = text
            }
        }
    }

    /// Returns the contents of the files that the templates produce, by path.
    func texts(
        of templates: [String],
        names: [String: String] = [:]
    ) throws(ScaffoldingError) -> [String: String] {
        try SourceTree.own.texts(of: templates, names: names)
    }

    package mutating func move(_ path: String, to newPath: String) throws(ScaffoldingError) {
        try requireFree(newPath)
        origins[newPath] = path
    }

    package mutating func remove(_ paths: [String]) {
        removals.formUnion(paths)
    }

    private func requireFree(_ path: String) throws(ScaffoldingError) {
        guard texts[path] != nil || origins[path] != nil || workspace.exists(path) else {
            return
        }
        throw .exists("'\(path)'", remedy: "move it away, or choose another name")
    }

    package var changes: [Change] {
        var changes = (removals.union(origins.values)).map { Change(.removed, $0) }
        for path in Set(texts.keys).union(origins.keys) {
            let isNew = origins[path] != nil || !workspace.exists(path)
            if !isNew, (try? workspace.text(path)) == texts[path].map({ restored($0, path) }) {
                continue
            }
            changes.append(Change(isNew ? .added : .changed, path))
        }
        return changes.sorted { $0.path < $1.path }
    }

    private func restored(_ text: String, _ path: String) -> String {
        guard let original = try? workspace.text(origins[path] ?? path) else {
            return text
        }
        return TextForm(of: original).restored(text)
    }

    /// Writes all edits, and returns a function that undoes them. The result of that function is
    /// whether it could undo all edits.
    ///
    /// If an edit fails, the previous edits are undone.
    ///
    /// - Throws: ``ScaffoldingError/cannotWrite(path:reason:)``, or
    ///   ``ScaffoldingError/partiallyWritten(path:reason:)`` if undoing the previous edits also
    ///   fails.
    @discardableResult
    package func write() throws(ScaffoldingError) -> () -> Bool {
        var steps: [() throws -> Void] = []
        var place = workspace.root
        // The texts depend on the existing files, so they must be computed before the first step.
        let written = changes.map(\.path).filter { !removals.contains($0) }.compactMap { path in
            texts[path].map { (path, restored($0, path)) }
        }
        do {
            for (new, old) in origins {
                place = workspace.path(new)
                try workspace.move(old, to: new)
                steps.append { [workspace] in try workspace.move(new, to: old) }
            }
            // Files are removed first, because on a case-insensitive file system, the path of an
            // added file can denote a file that the change removes.
            for path in removals.sorted() {
                place = workspace.path(path)
                try replace(path, by: nil, &steps)
            }
            for (path, text) in written {
                place = workspace.path(path)
                try replace(path, by: text, &steps)
            }
        } catch {
            let reason = error.localizedDescription
            throw Self.undo(steps)
                ? .cannotWrite(path: place, reason: reason)
                : .partiallyWritten(path: place, reason: reason)
        }
        return { [steps] in Self.undo(steps) }
    }

    /// Writes all edits, and undoes them if the check of the result fails.
    ///
    /// - Throws: The error of the check, or the errors of ``write()``.
    package func write(checking check: () async throws -> Void) async throws {
        let undo = try write()
        do {
            try await check()
        } catch {
            guard undo() else {
                throw ScaffoldingError.partiallyWritten(path: workspace.root, reason: "\(error)")
            }
            throw error
        }
    }

    private static func undo(_ steps: [() throws -> Void]) -> Bool {
        var isComplete = true
        for step in steps.reversed() {
            do {
                try step()
            } catch {
                isComplete = false
            }
        }
        return isComplete
    }

    private func replace(
        _ path: String,
        by text: String?,
        _ steps: inout [() throws -> Void]
    ) throws {
        let file = workspace.path(path)
        if text == nil, let destination = workspace.destination(ofLink: path) {
            steps.append { [workspace] in
                try workspace.makeFolders(above: path)
                try FileManager.default.createSymbolicLink(
                    atPath: file,
                    withDestinationPath: destination
                )
            }
        } else if workspace.exists(path) {
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            let permissions = attributes.filter { $0.key == .posixPermissions }
            let data = try Data(contentsOf: URL(filePath: file))
            steps.append { [workspace] in
                try workspace.put(data, at: path)
                try FileManager.default.setAttributes(permissions, ofItemAtPath: file)
            }
        } else {
            steps.append { [workspace] in try workspace.delete(path) }
        }
        if let text {
            try workspace.put(Data(text.utf8), at: path)
        } else {
            try workspace.delete(path)
        }
    }
}

extension Workspace {
    /// Creates the missing folders above a file with a separate call for each folder. If a single
    /// call created all of them, its error would not contain the reason for a failure.
    fileprivate func makeFolders(above path: String) throws {
        let folders = URL(filePath: self.path(path)).ancestors.dropFirst()
        for folder in folders.prefix(while: { !$0.path.fileExists }).reversed() {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        }
    }

    fileprivate func put(_ data: Data, at path: String) throws {
        let isNew = !exists(path)
        try makeFolders(above: path)
        try data.write(to: URL(filePath: self.path(path)))
        guard isNew, data.starts(with: "#!".utf8) else {
            return
        }
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755],
            ofItemAtPath: self.path(path)
        )
    }

    fileprivate func move(_ path: String, to newPath: String) throws {
        try makeFolders(above: newPath)
        try FileManager.default.moveItem(atPath: self.path(path), toPath: self.path(newPath))
        removeEmptyFolders(above: path)
    }

    fileprivate func delete(_ path: String) throws {
        if exists(path) || isLink(path) {
            try FileManager.default.removeItem(atPath: self.path(path))
        }
        removeEmptyFolders(above: path)
    }

    func removeEmptyFolders(above path: String) {
        var folder = path.split(separator: "/").dropLast()
        while !folder.isEmpty {
            let path = self.path(folder.joined(separator: "/"))
            guard (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty == true
            else {
                return
            }
            try? FileManager.default.removeItem(atPath: path)
            folder = folder.dropLast()
        }
    }
}
