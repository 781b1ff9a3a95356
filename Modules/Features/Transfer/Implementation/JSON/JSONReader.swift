import LibraryInterface
import TransferInterface

/// Reads links from JSON, told apart by shape: ours, lists of services in any wrapper, and the trees of browsers.
///
/// Every object with an address is a link, and one with children is a folder. Chrome writes the name of a folder after its
/// links, and Linkwarden the folders around a folder anywhere: links refer to a ``FolderTree``.
struct JSONReader: LinkFileReader {
    private var tokenizer: JSONTokenizer
    private var tree: JSONTree

    init(_ options: ReadingOptions) {
        tokenizer = JSONTokenizer(textLimit: options.textLimit)
        tree = JSONTree(options)
    }

    mutating func read(_ bytes: ArraySlice<UInt8>, _ take: LinkSink) throws {
        try tokenizer.read(bytes) { token, line in try tree.add(token, line: line, take) }
    }

    mutating func finish(_ take: LinkSink) throws {
        try tokenizer.finish { token, line in try tree.add(token, line: line, take) }
        try tree.finish()
    }

    var folders: FolderTree { tree.folders }

    var remarks: [ImportRemark] { tree.remarks }

    var brokenLines: [BrokenLine] { tree.brokenLines }
}
