/// How to read a file of links.
public struct ImportOptions: Sendable, Hashable {
    /// The format, or nil to tell it from the content.
    public var format: ImportFormat?
    /// Whether the folders around a link become tags of it.
    public var foldersAsTags: Bool
    /// Whether to say what would happen and change nothing.
    public var isDryRun: Bool

    /// Makes options.
    public init(format: ImportFormat? = nil, foldersAsTags: Bool = false, isDryRun: Bool = false) {
        self.format = format
        self.foldersAsTags = foldersAsTags
        self.isDryRun = isDryRun
    }
}

/// How far an import has come: the whole file is read before the first link is merged.
public enum ImportProgress: Sendable, Hashable {
    /// The number of bytes read so far, and in all; nil where the size is unknown.
    case reading(bytes: Int, of: Int?)
    /// The number of links merged so far, and in all.
    case merging(links: Int, of: Int)
}
