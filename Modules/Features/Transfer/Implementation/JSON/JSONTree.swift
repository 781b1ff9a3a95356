import Core
import LibraryInterface
import TransferInterface

/// The open objects and arrays around the place that is being read, and what becomes of them when they close.
struct JSONTree {
    /// An object or an array that is still open.
    private struct Container {
        /// Nil for an array.
        var entry: JSONEntry?
        /// The member that comes next in an object, or that an array belongs to.
        var key: String?
        /// Whether nothing was in it yet.
        var isEmpty = true
        /// The innermost folder here.
        var folder: FolderTree.Index?
    }

    private let options: ReadingOptions
    private var containers: [Container] = []
    private var leftovers = Leftovers(.member)
    private var nextPage: String?
    /// The line of the first object that should have been a link, while none was.
    private var lineWithoutLink: Int?
    private var isOfLinks = false
    /// Lines that could not be read.
    private(set) var brokenLines: [BrokenLine] = []
    /// The folders so far; none unless they are to be tags.
    private(set) var folders = FolderTree()

    init(_ options: ReadingOptions) {
        self.options = options
    }

    mutating func add(
        _ token: JSONTokenizer.Token, line: Int, _ take: LinkSink
    ) throws {
        if case .endArray = token {} else if let last = containers.indices.last { containers[last].isEmpty = false }
        switch token {
        case .key(let name): containers[containers.count - 1].key = name
        case .string(let text), .number(let text): try set(text, line: line, take)
        case .word(let word): try set(word, line: line, isWord: true, take)
        case .beginArray:
            let key = containers.last?.key
            if let entry = containers.last?.entry, Self.isFolder(entry, with: key) { markAsFolder() }
            containers.append(Container(entry: nil, key: key, folder: containers.last?.folder))
        case .beginObject: beginObject(line: line)
        case .endArray: endArray()
        case .endObject: try endObject(take)
        case .brokenLine(let reason):
            containers = []
            brokenLines.append(BrokenLine(line: line, reason: reason))
        }
    }

    /// Finds the folders around folders, and refuses what holds something, and no link.
    mutating func finish() throws(MalformedContent) {
        folders.connect()
        guard !isOfLinks, let lineWithoutLink else { return }
        throw MalformedContent(
            line: lineWithoutLink, reason: "it holds no links, which are objects with a member url, uri, href or link")
    }

    var remarks: [ImportRemark] {
        leftovers.remarks + [nextPage.map { .morePages(next: $0) }].compactMap(\.self)
    }

    private mutating func set(
        _ text: String, line: Int, isWord: Bool = false, _ take: LinkSink
    ) throws {
        let last = containers.count - 1
        if text.utf8.count > options.textLimit, let key = containers[last].key, case .tags? = JSONMember(key) {
            return leftovers.addTooLong(key, line: line)
        }
        guard let key = containers[last].key else {
            // An element where links are expected is one bad entry.
            lineWithoutLink = lineWithoutLink ?? line
            return try take(SourcedDraft(LinkDraft(url: isWord ? "" : text), line: line), nil)
        }
        if containers[last].entry != nil {
            if !isWord {
                containers[last].entry?.set(key, text)
            } else if text == "true" {
                containers[last].entry?.set(key)
            }
        } else if last > 0, !isWord {
            containers[last - 1].entry?.setElement(of: key, text)
        }
    }

    private mutating func beginObject(line: Int) {
        let key = containers.last?.key
        if key == "roots", containers.last?.entry != nil { markAsFolder() }
        let isRoot = key == "roots" || containers.last?.entry?.key == "roots"
        let entry = JSONEntry(line: line, key: key, isRoot: isRoot)
        containers.append(Container(entry: entry, key: nil, folder: containers.last?.folder))
    }

    /// Makes a folder of the innermost object.
    private mutating func markAsFolder() {
        guard let last = containers.indices.last, containers[last].entry?.isFolder == false else { return }
        containers[last].entry?.isFolder = true
        if options.foldersAsTags { containers[last].folder = folders.add(in: containers[last].folder) }
    }

    private mutating func endArray() {
        let array = containers.removeLast()
        guard array.isEmpty else { return }
        if let last = containers.indices.last, array.key.map(Self.lists.contains) == true {
            containers[last].entry?.isWrapper = true
        }
    }

    private mutating func endObject(_ take: LinkSink) throws {
        let container = containers.removeLast()
        guard let entry = container.entry else { return }
        if entry.isFolder {
            isOfLinks = true
            markWrappers()
            let kind: FolderTree.Kind =
                entry.isRoot ? .container : entry.key == Self.collections ? .collection : .folder
            guard options.foldersAsTags, let folder = container.folder else { return }
            folders.describe(folder, name: entry.title, kind: kind, id: entry.id, parentID: entry.parentID)
        } else if let owner = ownerOfPart(entry) {
            containers[owner].entry?.join(entry)
        } else if entry.address != nil, !entry.hasOtherAddress || isExpectedLink(entry) {
            isOfLinks = true
            markWrappers()
            try take(entry.draft(&leftovers), container.folder)
        } else if entry.isWrapper {
            isOfLinks = true
            nextPage = nextPage ?? entry.nextPage
            markWrappers()
        } else {
            try leaveOut(entry, take)
        }
    }

    /// The object that the entry is a part of, where a service keeps the address of a link in an object of its own.
    private func ownerOfPart(_ entry: JSONEntry) -> Int? {
        guard let key = entry.key, Self.parts.contains(key), entry.address != nil, let last = containers.indices.last,
            containers[last].entry != nil
        else { return nil }
        return last
    }

    /// Whether it stands where nothing but links is: outside of other objects, or in a list of links.
    private func isExpectedLink(_ entry: JSONEntry) -> Bool {
        if containers.allSatisfy({ $0.entry == nil }) { return true }
        return containers.last?.entry == nil && entry.key.map(Self.lists.contains) == true
    }

    /// Whether a member with that list makes an object a folder: in browsers, and in collections of Linkwarden.
    private static func isFolder(_ entry: JSONEntry, with key: String?) -> Bool {
        key == "children" || (key == "links" && entry.key == collections)
    }

    /// Finds a place for an object that is no link: a tag, an annotation, a link without an address, or nothing.
    private mutating func leaveOut(_ entry: JSONEntry, _ take: LinkSink) throws {
        let owner = containers.lastIndex { $0.entry != nil }
        let isElement = containers.last.map { $0.entry == nil } ?? true
        if isElement, owner.map({ $0 == containers.count - 2 }) ?? true, let key = entry.key, owner != nil {
            if case .tags = JSONMember(key) {
                if let name = entry.title { containers[owner ?? 0].entry?.addTag(name) }
                return
            }
            if key == "annos" {
                containers[owner ?? 0].entry?.annotate(entry)
                return
            }
        }
        if isExpectedLink(entry) {
            lineWithoutLink = lineWithoutLink ?? entry.line
            try take(SourcedDraft(LinkDraft(url: ""), line: entry.line), nil)
        } else if let owner, let key = entry.key, JSONMember(key) == nil {
            containers[owner].entry?.leaveOut(key)
        }
    }

    /// Says of all that is open that a link was in it.
    private mutating func markWrappers() {
        for index in containers.indices.reversed() {
            if containers[index].entry?.isWrapper == true { return }
            containers[index].entry?.isWrapper = true
        }
    }

    /// The member of Linkwarden's exports that holds folders.
    private static let collections = "collections"
    /// Members whose object is a part of the link around it.
    private static let parts: Set<String> = ["content", "data", "tab"]
    /// Members whose arrays are of links, and of nothing else.
    private static let lists: Set<String> = ["bookmarks", "data", "entries", "items", "links", "posts", "results"]
}
