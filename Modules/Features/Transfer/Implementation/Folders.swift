import Core
import Foundation

/// A folder of links, which becomes a tag.
struct Folder {
    enum Kind {
        /// A folder of a browser. It is a container if it has the name of a container and all enclosing folders are containers.
        case folder
        /// A folder that the user created, with any name.
        case collection
        /// A container of a browser, such as the bookmarks bar, which does not become a tag.
        case container
    }

    /// The tag; nil for a container.
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
    /// The maximum number of enclosing folders that become tags of a link, counted from the outermost, in all formats.
    static let depthLimit = 64
    private var folders: [Folder] = []
    private var depthBeyondLimit = 0
    var tags: Set<LinkTag> { Set(folders.compactMap(\.tag)) }
    var isEmpty: Bool { folders.isEmpty }

    mutating func open(_ name: String = "", kind: Folder.Kind = .container) {
        guard folders.count < Self.depthLimit else { return depthBeyondLimit += 1 }
        folders.append(Folder(name, kind: kind, in: folders.last))
    }

    mutating func setName(_ name: String) {
        guard depthBeyondLimit == 0, folders.popLast() != nil else { return }
        open(name, kind: .folder)
    }

    mutating func close() { if depthBeyondLimit > 0 { depthBeyondLimit -= 1 } else { _ = folders.popLast() } }
}

/// The folders of a file in any order: a link can precede its folder, and a folder its parent. Links refer to a folder by its index while the file
/// is read; ``connect()`` then finds the paths of the folders. Memory and time are linear in the number of folders.
package struct FolderTree: Sendable {
    package typealias Index = Int

    private struct Node {
        var parent: Index?
        var name = ""
        var kind = Folder.Kind.container
        var id: String?
        var parentID: String?
        /// This folder and the enclosing folders.
        var path: FolderPath?
    }

    private var nodes: [Node] = []

    mutating func add(in parent: Index?) -> Index {
        nodes.append(Node(parent: parent))
        return nodes.count - 1
    }

    /// - Parameter parentID: The ID of the parent, for a folder that is not in another one in the file.
    mutating func describe(_ index: Index, name: String?, kind: Folder.Kind, id: String?, parentID: String?) {
        nodes[index] = Node(parent: nodes[index].parent, name: name ?? "", kind: kind, id: id, parentID: parentID)
    }

    mutating func connect() {
        let ids = nodes.enumerated().compactMap { index, node in node.id.map { ($0, index) } }
        let indices = Dictionary(ids) { first, _ in first }
        for index in nodes.indices where nodes[index].parent == nil {
            nodes[index].parent = nodes[index].parentID.flatMap { indices[$0] }
        }
        for index in nodes.indices {
            // The folder and the enclosing folders that have no path yet. An empty path breaks a cycle of parent IDs.
            var ancestors: [Index] = []
            var next: Index? = index
            while let ancestor = next, nodes[ancestor].path == nil {
                nodes[ancestor].path = FolderPath()
                ancestors.append(ancestor)
                next = nodes[ancestor].parent
            }
            for ancestor in ancestors.reversed() {
                var path = nodes[ancestor].parent.flatMap { nodes[$0].path } ?? FolderPath()
                path.open(nodes[ancestor].name, kind: nodes[ancestor].kind)
                nodes[ancestor].path = path
            }
        }
    }

    func tags(of index: Index) -> Set<LinkTag> { nodes[index].path?.tags ?? [] }
}

/// The names that browsers give to the outermost folders of every file, in the languages of most of their users.
private enum ContainerNames {
    static func contain(_ name: String) -> Bool { all.contains(normalized(name)) }

    private static let all = Set(
        String(decoding: PackageResources.container_names_txt, as: UTF8.self).split { $0 == "\n" || $0 == "|" }.map {
            normalized(String($0))
        })

    private static func normalized(_ name: String) -> String {
        let words = name.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
        // Turkish distinguishes a dotted and a dotless i, which the case rules of other languages confuse.
        let scalars = words.unicodeScalars.lazy.filter { $0 != "\u{307}" }.map { $0 == "ı" ? "i" : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}
