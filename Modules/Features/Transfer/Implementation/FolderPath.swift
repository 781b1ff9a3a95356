import Core

/// The kind of a folder of links, which determines whether its name becomes a tag. A folder whose
/// name contains no tag counts as a container.
enum FolderKind {
    /// An ordinary folder in a browser. It counts as a container if it has the name of a container
    /// and all enclosing folders are containers.
    case folder
    /// A folder that the user created. It does not count as a container, whatever its name.
    case collection
    /// A container in a browser, such as the bookmarks bar. Containers do not become tags.
    case container
}

/// The folders that enclose a position in a file, from the outermost to the innermost.
struct FolderPath {
    /// The maximum number of enclosing folders that become tags of a link in any format, counted
    /// from the outermost folder.
    static let depthLimit = 64

    /// The tag of each folder, or `nil` for a container.
    private var folders: [LinkTag?] = []
    private var depthBeyondLimit = 0

    var tags: Set<LinkTag> {
        Set(folders.compactMap(\.self))
    }

    var isEmpty: Bool { folders.isEmpty }

    mutating func open(_ name: String = "", kind: FolderKind = .container) {
        guard folders.count < Self.depthLimit else {
            return depthBeyondLimit += 1
        }
        let hasContainerName = kind == .folder && tags.isEmpty && ContainerNames.contain(name)
        folders.append(kind == .container || hasContainerName ? nil : LinkTag(name))
    }

    /// Sets the name of the innermost folder.
    mutating func setName(_ name: String) {
        guard depthBeyondLimit == 0, folders.popLast() != nil else {
            return
        }
        open(name, kind: .folder)
    }

    mutating func close() {
        if depthBeyondLimit > 0 {
            depthBeyondLimit -= 1
        } else {
            _ = folders.popLast()
        }
    }
}
