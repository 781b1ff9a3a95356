import Core

/// A folder of links. Its name becomes a tag, unless the folder is a container. A folder without a
/// name counts as a container.
struct Folder {
    enum Kind {
        /// An ordinary folder in a browser. It counts as a container if it has the name of a
        /// container and all enclosing folders are containers.
        case folder
        /// A folder that the user created. It does not count as a container, whatever its name.
        case collection
        /// A container in a browser, such as the bookmarks bar. Containers do not become tags.
        case container
    }

    /// The tag, or `nil` for a container.
    let tag: LinkTag?
    /// Whether this folder and all enclosing folders are containers.
    private let isContainerPath: Bool

    init(_ name: String, kind: Kind, in parent: Folder?) {
        let isOutermost = parent?.isContainerPath ?? true
        let hasContainerName = kind == .folder && isOutermost && ContainerNames.contain(name)
        let isContainer = kind == .container || name.isEmpty || hasContainerName
        tag = isContainer ? nil : LinkTag(name)
        isContainerPath = isOutermost && isContainer
    }
}

/// The folders that enclose a position in a file, from the outermost to the innermost.
struct FolderPath {
    /// The maximum number of enclosing folders that become tags of a link in any format, counted
    /// from the outermost folder.
    static let depthLimit = 64

    private var folders: [Folder] = []
    private var depthBeyondLimit = 0

    var tags: Set<LinkTag> {
        Set(folders.compactMap(\.tag))
    }

    var isEmpty: Bool { folders.isEmpty }

    mutating func open(_ name: String = "", kind: Folder.Kind = .container) {
        guard folders.count < Self.depthLimit else {
            return depthBeyondLimit += 1
        }
        folders.append(Folder(name, kind: kind, in: folders.last))
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
