import Core

/// The folders of a file in which links come before the names of their folders, or before the folders around those.
///
/// Links refer to their folders by index while the file is read; ``connect()`` then finds the tags of each. Its memory and
/// its time are linear in the number of folders.
package struct FolderTree: Sendable {
    /// The place of a folder in the tree.
    package typealias Index = Int

    /// How to distinguish a folder from the containers of browsers.
    enum Kind {
        /// A folder of a browser, of which the outermost may be containers by their names.
        case folder
        /// A folder that the user has created; its name never makes it a container.
        case collection
        case container
    }

    private struct Folder {
        var name: String?
        var kind = Kind.container
        var id: String?
        var parentID: String?
        var parent: Index?
        /// Nil for a container, and before ``connect()``.
        var tag: LinkTag?
        /// Whether it and every folder around it are containers.
        var isContainer = true
        /// The number of folders from the outermost to this one; 0 before ``connect()``.
        var depth = 0
        /// The innermost folder on the way to this one whose name counts.
        var innermostNamed: Index = 0
    }

    private var folders: [Folder] = []

    /// Adds a folder about which nothing is known but the folder around it.
    mutating func add(in parent: Index?) -> Index {
        folders.append(Folder(parent: parent))
        return folders.count - 1
    }

    /// Sets the name and the identity of a folder.
    ///
    /// - Parameter parentID: The ID of the folder around it, for one that no other folder contains in the file.
    mutating func describe(_ index: Index, name: String?, kind: Kind, id: String?, parentID: String?) {
        folders[index].name = name
        folders[index].kind = kind
        folders[index].id = id
        folders[index].parentID = parentID
    }

    /// Finds the folder around each folder, and its tag.
    mutating func connect() {
        connectByID()
        for start in folders.indices where folders[start].depth == 0 {
            for index in wayOut(of: start).reversed() { place(index) }
        }
    }

    /// One tag for each folder around a link in that folder, and for the folder itself; the outermost
    /// ``FolderPath/depthLimit`` count.
    func tags(of index: Index) -> Set<LinkTag> {
        var tags: Set<LinkTag> = []
        var next: Index? = folders[index].innermostNamed
        while let folder = next.map({ folders[$0] }) {
            if let tag = folder.tag { tags.insert(tag) }
            next = folder.parent
        }
        return tags
    }

    private mutating func connectByID() {
        var byID: [String: Index] = [:]
        for (index, folder) in folders.enumerated() {
            if let id = folder.id, byID[id] == nil { byID[id] = index }
        }
        for index in folders.indices where folders[index].parent == nil {
            folders[index].parent = folders[index].parentID.flatMap { byID[$0] }
        }
    }

    /// The folders from that one to the outermost that is not placed yet; a cycle of IDs is cut.
    private mutating func wayOut(of start: Index) -> [Index] {
        var way = [start]
        folders[start].depth = -1
        while let last = way.last, let parent = folders[last].parent, folders[parent].depth <= 0 {
            if folders[parent].depth < 0 {
                folders[last].parent = nil
            } else {
                folders[parent].depth = -1
                way.append(parent)
            }
        }
        return way
    }

    /// Derives what follows from the folder around a folder, which is placed already.
    private mutating func place(_ index: Index) {
        var folder = folders[index]
        let parent = folder.parent.map { folders[$0] }
        folder.depth = (parent?.depth ?? 0) + 1
        let isTooDeep = folder.depth > FolderPath.depthLimit
        folder.innermostNamed = isTooDeep ? parent?.innermostNamed ?? index : index
        let name = folder.name ?? ""
        folder.isContainer =
            switch folder.kind {
            case .container: true
            case .collection: name.isEmpty
            case .folder: name.isEmpty || (parent?.isContainer ?? true && ContainerNames.contain(name))
            }
        folder.tag = folder.isContainer ? nil : LinkTag(name)
        folder.isContainer = folder.isContainer && parent?.isContainer ?? true
        folders[index] = folder
    }
}
