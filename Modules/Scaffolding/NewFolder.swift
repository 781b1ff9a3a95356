import Foundation

/// A folder that comes into being as a whole: what is put in it is prepared where nobody looks, and put in place at the end.
package struct NewFolder {
    private let path: String
    /// Whether it is there already, and empty.
    private let isThere: Bool
    /// Where it is prepared.
    private let staging: String
    /// The folders around it that were made for it, outermost first.
    private var parents: [String] = []

    /// Looks at the place; nothing is made yet.
    ///
    /// - Throws: ``ScaffoldingError/exists(_:remedy:)`` when it is anything but an empty folder.
    package init(at path: String) throws(ScaffoldingError) {
        let url = URL(filePath: path).standardizedFileURL
        let target = url.resolvingSymlinksInPath()
        self.path = target.path
        let remedy = "name a folder that is empty or does not exist"
        let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)) != nil
        let kind = FileManager.default.kindOfItem(target.path)
        isThere = kind != nil
        if isThere {
            guard kind == .typeDirectory else { throw .exists("a file '\(path)'", remedy: remedy) }
            guard try Self.isEmpty(target.path) else {
                throw .exists("'\(path)', with something in it,", remedy: remedy)
            }
        } else if isLink {
            throw .exists("a link '\(path)' that leads nowhere", remedy: remedy)
        }
        // A folder that is there may be another file system, or the only one in which we may write.
        let folder = isThere ? target : target.deletingLastPathComponent()
        staging = folder.appending(path: ".\(target.lastPathComponent).\(UUID().uuidString.prefix(8))").path
    }

    private static func isEmpty(_ folder: String) throws(ScaffoldingError) -> Bool {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty
        } catch {
            throw .cannotWrite(path: folder, reason: error.localizedDescription)
        }
    }

    /// Makes the folder in which everything is prepared, and returns its path.
    package mutating func begin() throws(ScaffoldingError) -> String {
        do {
            try makeParents()
            try FileManager.default.createDirectory(atPath: staging, withIntermediateDirectories: false)
            return staging
        } catch {
            throw .cannotWrite(path: path, reason: error.localizedDescription)
        }
    }

    private mutating func makeParents() throws {
        var missing: [String] = []
        var folder = URL(filePath: path).deletingLastPathComponent()
        while !FileManager.default.fileExists(atPath: folder.path) {
            missing.append(folder.path)
            folder.deleteLastPathComponent()
        }
        for parent in missing.reversed() {
            try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: false)
            parents.append(parent)
        }
    }

    /// Puts everything in place, or nothing.
    package func finish() throws(ScaffoldingError) {
        let files = FileManager.default
        do {
            guard isThere else { return try files.moveItem(atPath: staging, toPath: path) }
            var moved: [String] = []
            do {
                for name in try files.contentsOfDirectory(atPath: staging) {
                    try files.moveItem(atPath: "\(staging)/\(name)", toPath: "\(path)/\(name)")
                    moved.append(name)
                }
            } catch {
                for name in moved { try files.moveItem(atPath: "\(path)/\(name)", toPath: "\(staging)/\(name)") }
                throw error
            }
            try files.removeItem(atPath: staging)
        } catch {
            throw .cannotWrite(path: path, reason: error.localizedDescription)
        }
    }

    /// Removes what was prepared, and the folders that were made for it.
    package func abandon() {
        try? FileManager.default.removeItem(atPath: staging)
        for parent in parents.reversed() where (try? Self.isEmpty(parent)) == true {
            try? FileManager.default.removeItem(atPath: parent)
        }
    }
}

extension FileManager {
    /// What lies at a path, without following a link; nil when there is nothing.
    func kindOfItem(_ path: String) -> FileAttributeType? {
        (try? attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    }
}
