import Foundation

/// A folder inside a workspace in which a change is prepared, and from which it is put in place: all of it, or nothing.
///
/// It lies on the same file system as the workspace, so that putting in place is renaming, which needs no room on the disk. Its existence keeps
/// a second change out. What a killed process left behind is put back by the next one.
package struct StagingArea {
    /// The workspace.
    let original: Workspace
    /// The copy in which the change is prepared.
    package let copy: Workspace
    /// What people should know of an earlier change that was put back.
    package let notes: [String]
    private let folder: URL
    private var stamps = FileStamps()

    static let name = ".bulkhead"

    /// Copies a workspace; puts back first what an earlier change left half done.
    package init(for workspace: Workspace) throws(ScaffoldingError) {
        original = workspace
        folder = URL(filePath: workspace.path(Self.name))
        copy = Workspace(root: folder.appending(path: "copy").path)
        notes = try Self.open(folder, for: workspace)
        do {
            try FileManager.default.createDirectory(atPath: copy.root, withIntermediateDirectories: false)
            for file in try workspace.files() {
                stamps.noteOriginal(file, workspace)
                try Self.duplicate(file, from: workspace.root, to: copy.root)
                stamps.noteCopy(file, copy)
            }
        } catch {
            close()
            throw error as? ScaffoldingError ?? .cannotWrite(path: workspace.root, reason: error.localizedDescription)
        }
    }

    /// Removes the folder.
    package func close() { try? FileManager.default.removeItem(at: folder) }

    /// What was done to the copy, in alphabetical order; what others did to the workspace meanwhile is not part of it.
    ///
    /// - Throws: ``ScaffoldingError/changedMeanwhile(path:)`` for a file that was changed on both sides.
    package func changes() throws(ScaffoldingError) -> [Change] { try stamps.changes(of: copy, against: original) }

    private static func duplicate(_ file: String, from old: String, to new: String) throws {
        let target = "\(new)/\(file)"
        try FileManager.default.createDirectory(
            atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: "\(old)/\(file)", toPath: target)
    }
}

// MARK: - Putting in place

extension StagingArea {
    private static func before(_ folder: URL) -> URL { folder.appending(path: "before") }
    private static func journal(_ folder: URL) -> URL { folder.appending(path: "journal.json") }

    /// Puts changes in place; when one of them fails, none of them is.
    /// - Parameter step: Called before each change; what it throws undoes those before it.
    package func apply(_ changes: [Change], step: (Change) throws -> Void = { _ in }) throws(ScaffoldingError) {
        var place = original.root
        do {
            // From here on the next process could put everything back, should this one be killed.
            try JSONEncoder().encode(changes).write(to: Self.journal(folder), options: .atomic)
            for change in changes {
                place = original.path(change.path)
                try step(change)
                try apply(change)
            }
        } catch {
            Self.putBack(changes, in: original, folder)
            throw error as? ScaffoldingError ?? .cannotWrite(path: place, reason: error.localizedDescription)
        }
        original.removeEmptyFolders(above: changes.filter { $0.kind == .removed }.map(\.path))
        try? FileManager.default.removeItem(at: Self.journal(folder))
    }

    private func apply(_ change: Change) throws {
        let (target, files) = (URL(filePath: original.path(change.path)), FileManager.default)
        // Somebody may have saved it a moment ago.
        guard stamps.isUnchanged(change.path, in: original) else {
            throw ScaffoldingError.changedMeanwhile(path: change.path)
        }
        if change.kind != .added {
            let kept = Self.before(folder).appending(path: change.path)
            try files.createDirectory(at: kept.deletingLastPathComponent(), withIntermediateDirectories: true)
            try files.moveItem(at: target, to: kept)
        }
        if change.kind != .removed {
            try files.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try files.moveItem(at: URL(filePath: copy.path(change.path)), to: target)
        }
    }

    /// Undoes what was put in place of changes, from the last to the first; what somebody wrote since stays beside it, and is
    /// named in the notes that are returned.
    @discardableResult
    private static func putBack(_ changes: [Change], in workspace: Workspace, _ folder: URL) -> [String] {
        let files = FileManager.default
        let begin = FileStamp(journal(folder).path)
        var notes: [String] = []
        for change in changes.reversed() {
            let (target, kept) = (workspace.path(change.path), before(folder).appending(path: change.path).path)
            let isKept = files.fileExists(atPath: kept)
            // An added file that still lies in the copy was not put in place; a file of that name is somebody else's.
            let copy = folder.appending(path: "copy").appending(path: change.path).path
            if isKept || change.kind == .added && !files.fileExists(atPath: copy) {
                if let begin, let now = FileStamp(target), now.isYounger(than: begin) {
                    try? files.moveItem(atPath: target, toPath: "\(target).yours")
                    notes.append(
                        "'\(change.path)' was put back as it was; what you wrote since is in '\(change.path).yours'")
                } else {
                    try? files.removeItem(atPath: target)
                }
            }
            if isKept {
                try? files.createDirectory(
                    atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
                try? files.moveItem(atPath: kept, toPath: target)
            }
        }
        workspace.removeEmptyFolders(above: changes.filter { $0.kind == .added }.map(\.path))
        return notes
    }
}

// MARK: - One at a time

extension StagingArea {
    private static func owner(_ folder: URL) -> URL { folder.appending(path: "process") }

    /// Makes the folder, which only one process can; returns notes on what an earlier one left.
    private static func open(_ folder: URL, for workspace: Workspace) throws(ScaffoldingError) -> [String] {
        let files = FileManager.default
        var notes: [String] = []
        if files.fileExists(atPath: folder.path) {
            guard isAbandoned(folder) else { throw .busy(path: workspace.root) }
            if let data = try? Data(contentsOf: journal(folder)),
                let changes = try? JSONDecoder().decode([Change].self, from: data)
            {
                notes = ["a change that was killed was put back"] + putBack(changes, in: workspace, folder)
            }
            try? files.removeItem(at: folder)
        }
        do {
            try files.createDirectory(at: folder, withIntermediateDirectories: false)
            try Data(String(ProcessInfo.processInfo.processIdentifier).utf8).write(to: owner(folder))
            // Should it stay behind, nobody commits it.
            try Data("*\n".utf8).write(to: folder.appending(path: ".gitignore"))
        } catch {
            throw .cannotWrite(path: workspace.root, reason: error.localizedDescription)
        }
        return notes
    }

    /// Whether the process that made the folder is gone, or was killed before it could say which it is.
    private static func isAbandoned(_ folder: URL) -> Bool {
        if let text = try? String(contentsOf: owner(folder), encoding: .utf8), let process = Int32(text) {
            return !isRunning(process)
        }
        let made = try? folder.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
        return made.map { $0.timeIntervalSinceNow < -patience } ?? false
    }

    /// How long a process may take from making the folder to writing its number; seconds.
    private static let patience = 10.0
}
