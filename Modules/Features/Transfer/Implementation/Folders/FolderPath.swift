import Core
import Foundation

/// The folders around the place in a file that is being read, from the outermost to the innermost.
struct FolderPath {
    private struct Folder {
        var tag: LinkTag?
        var isContainer: Bool
    }

    /// How many folders deep the names are kept, in every format; a file that never closes its folders costs no more.
    static let depthLimit = 64

    private var folders: [Folder] = []
    private var depthBeyondLimit = 0

    /// One tag for each folder; the containers of browsers have none.
    var tags: Set<LinkTag> { Set(folders.compactMap(\.tag)) }

    /// Whether no folder is open.
    var isEmpty: Bool { folders.isEmpty }

    /// Enters a folder; one without a name is a container.
    ///
    /// - Parameter isMarkedAsContainer: Whether the file marks it as a container, such as the bookmarks bar.
    mutating func open(_ name: String? = nil, isMarkedAsContainer: Bool = false) {
        guard folders.count < Self.depthLimit else { return depthBeyondLimit += 1 }
        folders.append(Folder(tag: nil, isContainer: true))
        if let name { setName(name, isMarkedAsContainer: isMarkedAsContainer) }
    }

    /// Names the innermost folder; does nothing where none is open.
    ///
    /// A name that browsers give to their containers means one only where nothing but containers is around it.
    mutating func setName(_ name: String, isMarkedAsContainer: Bool = false) {
        guard depthBeyondLimit == 0, let last = folders.indices.last else { return }
        let isOutermost = folders.dropLast().allSatisfy(\.isContainer)
        let isContainer = isMarkedAsContainer || (isOutermost && ContainerNames.contain(name))
        folders[last] = Folder(tag: isContainer ? nil : LinkTag(name), isContainer: isContainer)
    }

    /// Leaves the innermost folder; does nothing where none is open.
    mutating func close() {
        if depthBeyondLimit > 0 { depthBeyondLimit -= 1 } else { _ = folders.popLast() }
    }
}
