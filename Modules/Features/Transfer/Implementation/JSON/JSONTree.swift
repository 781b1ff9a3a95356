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
    }

    private let foldersAsTags: Bool
    private var containers: [Container] = []
    private var leftovers = Leftovers(.member)
    private var nextPage: String?
    /// The line of the first object that should have been a link, while none was.
    private var lineWithoutLink: Int?
    private var isOfLinks = false
    /// Lines that could not be read.
    private(set) var brokenLines: [BrokenLine] = []

    init(foldersAsTags: Bool) {
        self.foldersAsTags = foldersAsTags
    }

    mutating func add(
        _ token: JSONTokenizer.Token, line: Int, _ take: (SourcedDraft) throws -> Void
    ) throws {
        if case .endArray = token {} else if let last = containers.indices.last { containers[last].isEmpty = false }
        switch token {
        case .key(let name): containers[containers.count - 1].key = name
        case .string(let text), .number(let text): try set(text, line: line, take)
        case .word(let word): try set(word, line: line, isWord: true, take)
        case .beginArray:
            let key = containers.last?.key
            if let last = containers.indices.last, let entry = containers[last].entry, Self.isFolder(entry, with: key) {
                containers[last].entry?.isFolder = true
            }
            containers.append(Container(entry: nil, key: key))
        case .beginObject: beginObject(line: line)
        case .endArray: endArray()
        case .endObject: try endObject(take)
        case .brokenLine(let reason):
            containers = []
            brokenLines.append(BrokenLine(line: line, reason: reason))
        }
    }

    /// Refuses what holds something, and no link.
    func finish() throws(MalformedContent) {
        guard !isOfLinks, let lineWithoutLink else { return }
        throw MalformedContent(
            line: lineWithoutLink, reason: "it holds no links, which are objects with a member url, uri, href or link")
    }

    var remarks: [ImportRemark] {
        leftovers.remarks + [nextPage.map { .morePages(next: $0) }].compactMap(\.self)
    }

    private mutating func set(
        _ text: String, line: Int, isWord: Bool = false, _ take: (SourcedDraft) throws -> Void
    ) throws {
        let last = containers.count - 1
        guard let key = containers[last].key else {
            // An element where links are expected is one bad entry.
            lineWithoutLink = lineWithoutLink ?? line
            return try take(SourcedDraft(LinkDraft(url: isWord ? "" : text), line: line))
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
        if key == "roots", let last = containers.indices.last { containers[last].entry?.isFolder = true }
        let isRoot = key == "roots" || containers.last?.entry?.key == "roots"
        containers.append(Container(entry: JSONEntry(line: line, key: key, isRoot: isRoot), key: nil))
    }

    private mutating func endArray() {
        let array = containers.removeLast()
        guard array.isEmpty else { return }
        if let last = containers.indices.last, array.key.map(Self.lists.contains) == true {
            containers[last].entry?.isWrapper = true
        }
    }

    private mutating func endObject(_ take: (SourcedDraft) throws -> Void) throws {
        guard let entry = containers.removeLast().entry else { return }
        if entry.isFolder {
            isOfLinks = true
            markWrappers()
            for var link in entry.held {
                if let tag = entry.folderTag { link.draft.tags.insert(tag) }
                try emit(link, take)
            }
        } else if let owner = ownerOfPart(entry) {
            containers[owner].entry?.join(entry)
        } else if entry.address != nil, !entry.hasOtherAddress || isExpectedLink(entry) {
            isOfLinks = true
            markWrappers()
            try emit(entry.draft(&leftovers), take)
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
        key == "children" || (key == "links" && entry.key == "collections")
    }

    /// Finds a place for an object that is no link: a tag, an annotation, a link without an address, or nothing.
    private mutating func leaveOut(_ entry: JSONEntry, _ take: (SourcedDraft) throws -> Void) throws {
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
            try take(SourcedDraft(LinkDraft(url: ""), line: entry.line))
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

    /// Members whose object is a part of the link around it.
    private static let parts: Set<String> = ["content", "data", "tab"]
    /// Members whose arrays are of links, and of nothing else.
    private static let lists: Set<String> = ["bookmarks", "data", "entries", "items", "links", "posts", "results"]
}
