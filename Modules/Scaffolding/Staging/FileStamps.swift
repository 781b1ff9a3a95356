import Foundation

/// By what one can tell that a file was written since: when that was, its size, and which file it is.
struct FileStamp: Equatable {
    private let changed: Date?
    private let size: Int?
    private let number: Int?

    /// Looks at a file, without following a link; nil when there is none.
    init?(_ path: String) {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        changed = attributes[.modificationDate] as? Date
        size = attributes[.size] as? Int
        number = attributes[.systemFileNumber] as? Int
    }

    /// Whether the file was written after another one.
    func isYounger(than other: FileStamp) -> Bool { (changed ?? .distantPast) > (other.changed ?? .distantPast) }
}

/// The files of a workspace and of its copy at the moment of copying.
///
/// A workspace goes on being edited while a change is prepared: what differs from its copy is ours only where the stamps say so.
struct FileStamps {
    private var originals: [String: FileStamp] = [:]
    private var copies: [String: FileStamp] = [:]

    /// Looks at a file just before it is copied.
    mutating func noteOriginal(_ file: String, _ workspace: Workspace) {
        originals[file] = FileStamp(workspace.path(file))
    }

    /// Looks at the copy of a file.
    mutating func noteCopy(_ file: String, _ copy: Workspace) { copies[file] = FileStamp(copy.path(file)) }

    /// What was done to the copy.
    ///
    /// - Throws: ``ScaffoldingError/changedMeanwhile(path:)`` for a file that was changed on both sides.
    func changes(of copy: Workspace, against original: Workspace) throws(ScaffoldingError) -> [Change] {
        let (old, new) = (Set(try original.files()), Set(try copy.files()))
        var changes: [Change] = []
        for file in Set(originals.keys).union(new) {
            guard let kind = kind(file, isThere: new.contains(file), copy, original) else { continue }
            let isUntouched = kind == .added ? !old.contains(file) : isUnchanged(file, in: original)
            guard isUntouched else { throw .changedMeanwhile(path: file) }
            changes.append(Change(kind, file))
        }
        return changes.sorted { $0.path < $1.path }
    }

    /// Whether a file of the workspace is as it was when it was copied.
    func isUnchanged(_ file: String, in original: Workspace) -> Bool {
        originals[file] == FileStamp(original.path(file))
    }

    private func kind(_ file: String, isThere: Bool, _ copy: Workspace, _ original: Workspace) -> Change.Kind? {
        guard originals[file] != nil else { return .added }
        guard isThere else { return .removed }
        let isWritten = copies[file] != FileStamp(copy.path(file))
        // Clocks of file systems tick a few times in a millisecond or less: the stamp of the copy alone proves nothing.
        let differs = !FileManager.default.contentsEqual(atPath: original.path(file), andPath: copy.path(file))
        return differs && (isWritten || isUnchanged(file, in: original)) ? .changed : nil
    }
}
