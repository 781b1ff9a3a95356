import Core
import LibraryInterface

/// Reads links from JSON, told apart by shape: ours, Pinboard's, and the trees of Chrome and Firefox.
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
        try tokenizer.finish()
    }
}

/// The open objects and arrays around the place that is being read.
private struct JSONTree {
    /// An object or an array that is still open.
    private struct Container {
        /// Nil for an array.
        var entry: JSONEntry?
        /// The member that comes next in an object, or that an array belongs to.
        var key: String?
    }

    private let foldersAsTags: Bool
    private var containers: [Container] = []

    init(foldersAsTags: Bool) {
        self.foldersAsTags = foldersAsTags
    }

    mutating func add(
        _ token: JSONTokenizer.Token, line: Int, _ take: (SourcedDraft) throws -> Void
    ) throws {
        switch token {
        case .key(let name): containers[containers.count - 1].key = name
        case .string(let text), .number(let text): try set(text, line: line)
        case .word: try set("", line: line)
        case .beginArray:
            let key = containers.last?.key
            if key == "children", let last = containers.indices.last { containers[last].entry?.isFolder = true }
            containers.append(Container(entry: nil, key: key))
        case .beginObject: beginObject(line: line)
        case .endArray: containers.removeLast()
        case .endObject: try endObject(take)
        }
    }

    private mutating func set(_ text: String, line: Int) throws {
        let last = containers.count - 1
        guard let key = containers[last].key else {
            throw MalformedContent(line: line, reason: "an object is expected")
        }
        if containers[last].entry != nil {
            containers[last].entry?.set(key, text)
        } else if key == "tags", last > 0 {
            containers[last - 1].entry?.addTag(text)
        }
    }

    private mutating func beginObject(line: Int) {
        let key = containers.last?.key
        if key == "roots", let last = containers.indices.last { containers[last].entry?.isFolder = true }
        let isRoot = key == "roots" || containers.last?.entry?.key == "roots"
        containers.append(Container(entry: JSONEntry(line: line, key: key, isRoot: isRoot), key: nil))
    }

    private mutating func endObject(_ take: (SourcedDraft) throws -> Void) throws {
        guard let entry = containers.removeLast().entry else { return }
        let isOutermost = containers.allSatisfy { $0.entry == nil }
        if entry.isFolder {
            for var link in entry.held {
                if let tag = entry.folderTag { link.draft.tags.insert(tag) }
                try emit(link, take)
            }
        } else if entry.address != nil || isOutermost {
            try emit(entry.draft, take)
        } else if entry.key == "annos", let owner = containers.indices.dropLast().last {
            containers[owner].entry?.annotate(entry)
        }
    }

    /// Gives a link away with the tags of the folders around it, or leaves it with the innermost that has no name yet.
    private mutating func emit(_ link: SourcedDraft, _ take: (SourcedDraft) throws -> Void) throws {
        guard foldersAsTags else { return try take(link) }
        var link = link
        for index in containers.indices.reversed() {
            guard let folder = containers[index].entry, folder.isFolder, !folder.isRoot else { continue }
            guard folder.title != nil else {
                containers[index].entry?.held.append(link)
                return
            }
            if let tag = folder.folderTag { link.draft.tags.insert(tag) }
        }
        try take(link)
    }
}
