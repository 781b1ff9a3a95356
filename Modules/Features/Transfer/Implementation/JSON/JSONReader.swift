import LibraryInterface
import TransferInterface

/// Reads links from JSON, told apart by shape: ours, lists of services in any wrapper, and the trees of browsers.
///
/// Every object with an address is a link, and one with children is a folder. Memory does not grow with the file, but for
/// Chrome's with folders as tags: there the links of a folder wait for its name.
struct JSONReader: LinkFileReader {
    private var tokenizer = JSONTokenizer()
    private var tree: JSONTree

    init(foldersAsTags: Bool) {
        tree = JSONTree(foldersAsTags: foldersAsTags)
    }

    mutating func read(_ bytes: ArraySlice<UInt8>, _ take: (SourcedDraft) throws -> Void) throws {
        try tokenizer.read(bytes) { token, line in try tree.add(token, line: line, take) }
    }

    mutating func finish(_ take: (SourcedDraft) throws -> Void) throws {
        try tokenizer.finish { token, line in try tree.add(token, line: line, take) }
        try tree.finish()
    }

    var remarks: [ImportRemark] { tree.remarks }

    var brokenLines: [BrokenLine] { tree.brokenLines }
}
