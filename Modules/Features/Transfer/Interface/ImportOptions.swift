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

/// How far an import has come.
public struct ImportProgress: Sendable, Hashable {
    /// Links read so far.
    public var links: Int
    /// Bytes read so far.
    public var bytes: Int
    /// Bytes in all, or nil when that cannot be known.
    public var totalBytes: Int?

    /// Makes progress from its parts.
    public init(links: Int, bytes: Int, totalBytes: Int?) {
        self.links = links
        self.bytes = bytes
        self.totalBytes = totalBytes
    }
}
