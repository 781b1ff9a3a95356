/// Options for an import.
public struct ImportOptions: Sendable, Hashable {
    /// The format, or `nil` to detect it.
    public var format: ImportFormat?
    /// Whether the folders that contain a link become tags.
    public var foldersAsTags: Bool
    public var isDryRun: Bool

    public init(format: ImportFormat? = nil, foldersAsTags: Bool = false, isDryRun: Bool = false) {
        self.format = format
        self.foldersAsTags = foldersAsTags
        self.isDryRun = isDryRun
    }
}
