import Core
import Foundation

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

/// The folders in a file. In the file, links can precede their folders, and folders can precede
/// their parents.
///
/// While the file is read, links refer to a folder by its index. Afterwards, ``connect()`` finds
/// the paths of the folders.
///
/// - Complexity: Memory and time are linear in the number of folders.
package struct FolderTree: Sendable {
    package typealias Index = Int

    private struct Node {
        var parent: Index?
        var name = ""
        var kind = Folder.Kind.container
        var id: String?
        var parentID: String?
        /// The path of the folder, including the folder itself.
        var path: FolderPath?
    }

    private var nodes: [Node] = []

    /// Adds a folder and returns its index.
    mutating func add(in parent: Index?) -> Index {
        nodes.append(Node(parent: parent))
        return nodes.count - 1
    }

    /// Sets the properties of a folder.
    ///
    /// - Parameter parentID: The ID of the parent. It is used if the folder is not nested in
    ///   another folder in the file.
    mutating func describe(
        _ index: Index,
        name: String?,
        kind: Folder.Kind,
        id: String?,
        parentID: String?
    ) {
        nodes[index] = Node(
            parent: nodes[index].parent,
            name: name ?? "",
            kind: kind,
            id: id,
            parentID: parentID
        )
    }

    /// Finds the paths of all folders. The method must be called after all folders have been added.
    mutating func connect() {
        findParents()
        for index in nodes.indices {
            findPath(of: index)
        }
    }

    private mutating func findParents() {
        var indices: [String: Index] = [:]
        for (index, node) in nodes.enumerated() {
            if let id = node.id, indices[id] == nil {
                indices[id] = index
            }
        }
        for index in nodes.indices where nodes[index].parent == nil {
            nodes[index].parent = nodes[index].parentID.flatMap { indices[$0] }
        }
    }

    /// Finds the paths of a folder and of the enclosing folders.
    private mutating func findPath(of index: Index) {
        var foldersWithoutPath: [Index] = []
        var next: Index? = index
        while let folder = next, nodes[folder].path == nil {
            // The empty path ends the loop if the parent IDs form a cycle.
            nodes[folder].path = FolderPath()
            foldersWithoutPath.append(folder)
            next = nodes[folder].parent
        }
        for folder in foldersWithoutPath.reversed() {
            var path = nodes[folder].parent.flatMap { nodes[$0].path } ?? FolderPath()
            path.open(nodes[folder].name, kind: nodes[folder].kind)
            nodes[folder].path = path
        }
    }

    /// Returns the tags for the links in a folder.
    func tags(of index: Index) -> Set<LinkTag> {
        nodes[index].path?.tags ?? []
    }
}
