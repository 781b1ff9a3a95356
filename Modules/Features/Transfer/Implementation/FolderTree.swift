import Core

/// The folders in a file. In the file, links can precede their folders, and folders can precede
/// their parents.
///
/// While the file is read, links refer to a folder by its index. Afterwards, ``connect()`` finds
/// the paths of the folders.
///
/// - Complexity: Memory and time are linear in the number of folders.
struct FolderTree {
    typealias Index = Int

    private struct Node {
        var parent: Index?
        var name = ""
        var kind = FolderKind.container
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
        kind: FolderKind,
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
