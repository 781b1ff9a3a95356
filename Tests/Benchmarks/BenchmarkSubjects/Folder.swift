/// A node of a tree of objects.
public protocol Folder: Sendable {}

/// A node with two children, or with none.
public final class PlainFolder: Folder {
    private let left: (any Folder)?
    private let right: (any Folder)?

    init(_ left: (any Folder)? = nil, _ right: (any Folder)? = nil) {
        self.left = left
        self.right = right
    }

    /// A tree that is made without a container; of height five it has 31 nodes.
    public static func tree(height: Int) -> any Folder {
        height == 1 ? PlainFolder() : PlainFolder(tree(height: height - 1), tree(height: height - 1))
    }
}
