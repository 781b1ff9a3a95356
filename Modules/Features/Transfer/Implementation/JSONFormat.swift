import Core
import JSONText
import LibraryInterface
import TextEncodings
import TransferInterface

/// A writer of the JSON that `shelf list --json` prints.
///
/// The file is an array of objects with the members id, url, title, note, tags, added, updated,
/// verdict and checked. Times are in ISO 8601 format, in UTC. Missing values are null.
struct JSONWriter: LinkFileWriter {
    let header = "["
    let footer = "\n]\n"
    private var isFirst = true

    mutating func append(_ link: Link, check: CheckRecord?, to text: inout [UInt8]) {
        text += isFirst ? "\n" : ",\n"
        isFirst = false
        JSONValue.link(link, check).append(to: &text)
    }
}

/// A reader of links in JSON of any structure, such as the output of shelf, lists that bookmark
/// services export, and bookmark trees of browsers.
///
/// Each object with a URL is a link, and each object with children is a folder. An object inside a
/// link, such as the owner of a repository or an attachment of a post, is not a link. Whether an
/// object is inside a link is known only at the end of the enclosing object, so the reader keeps
/// the object until then.
///
/// The reader returns all links at the end of the file, because Chrome writes the name of a folder
/// after its links, and Linkwarden writes folders before or after their parents.
struct JSONReader: LinkFileReader {
    private struct NestedLink {
        var source: SourcedDraft
        /// The folder whose tags are added to the link at the end of the file.
        var folder: FolderTree.Index?
    }

    private struct Container {
        var entry: JSONEntry?
        /// The latest key of an object, or the key of an array.
        var key: String?
        var isEmpty = true
        var folder: FolderTree.Index?
        /// The links directly or indirectly inside this object, which are imported unless the
        /// object is itself a link.
        var inner: [NestedLink] = []
        /// Whether the object contains so many links that it is a container, not a link.
        var isLarge = false
    }

    /// The maximum number of objects with URLs inside a link. An object with more is a container.
    private static let innerLimit = 256

    private let options: ReadingOptions
    private var tokenizer: JSONTokenizer
    private var containers: [Container] = []
    private var links: [NestedLink] = []
    /// Whether the file contains a link, or an empty list that could contain links.
    private var hasLinks = false
    /// The line of the first object that should be a link but has no URL.
    private var lineWithoutURL: Int?
    private var folders = FolderTree()
    private(set) var recorder = RemarkRecorder(.member)

    init(_ options: ReadingOptions) {
        self.options = options
        tokenizer = JSONTokenizer(textLimit: options.textLimit)
    }

    mutating func read(_ bytes: [UInt8]) throws(InvalidEntry) -> [SourcedDraft] {
        tokenizer.append(bytes)
        while let token = try tokenizer.next() {
            handle(token)
        }
        return []
    }

    mutating func finish() throws(InvalidEntry) -> [SourcedDraft] {
        if let token = try tokenizer.finish() {
            handle(token)
        }
        folders.connect()
        if !hasLinks, let lineWithoutURL {
            throw InvalidEntry(
                line: lineWithoutURL,
                reason:
                    "no links found; a link is an object with a member named url, uri, href or link"
            )
        }
        return links.map { link in
            var source = link.source
            if let folder = link.folder {
                source.draft.tags.formUnion(folders.tags(of: folder))
            }
            return source
        }
    }

    private mutating func handle(_ token: JSONTokenizer.Token) {
        switch token {
        case .key(let name):
            containers[containers.count - 1].key = name
        case .text(let text):
            addValue(text, isWord: false)
        case .word(let word):
            addValue(word, isWord: true)
        case .beginArray:
            let key = containers.last?.key
            if let entry = containers.last?.entry, isFolder(entry, with: key) {
                markAsFolder()
            }
            open(Container(key: key, folder: containers.last?.folder))
        case .beginObject:
            let key = containers.last?.key
            if key == "roots", containers.last?.entry != nil {
                markAsFolder()
            }
            let entry = JSONEntry(line: tokenizer.line, key: key)
            open(Container(entry: entry, folder: containers.last?.folder))
        case .endArray:
            let array = containers.removeLast()
            if array.isEmpty, isLinkList(array.key), let last = containers.indices.last {
                containers[last].entry?.containsLinks = true
            }
        case .endObject:
            let container = containers.removeLast()
            if let entry = container.entry {
                close(entry, in: container)
            }
        case .brokenLine(let line):
            containers = []
            recorder.skipped.append(line)
        }
    }

    private mutating func open(_ container: Container) {
        if let last = containers.indices.last {
            containers[last].isEmpty = false
        }
        containers.append(container)
    }

    private mutating func addValue(_ text: String, isWord: Bool) {
        let last = containers.count - 1
        containers[last].isEmpty = false
        guard let key = containers[last].key else {
            // The value is in an array of links, but it is not an object, so its text becomes the
            // URL.
            lineWithoutURL = lineWithoutURL ?? tokenizer.line
            return addLink(url: isWord ? "" : text, line: tokenizer.line)
        }
        if text.utf8.count > options.textLimit, JSONEntry.meaning(of: key) == .tags {
            recorder.addTooLong(key, line: tokenizer.line)
        } else if containers[last].entry != nil, !isWord {
            containers[last].entry?.set(key, to: text)
        } else if containers[last].entry != nil, text == "true" {
            containers[last].entry?.setTrue(key)
        } else if !isWord {
            // An array with a key is inside another container.
            containers[last - 1].entry?.addElement(text, of: key)
        }
    }

    /// Ends an object. Whether the object is a folder, a link, a part of a link, or something else
    /// is known only at its end.
    private mutating func close(_ entry: JSONEntry, in container: Container) {
        let folder = container.folder
        if entry.isFolder {
            markAsContainingLinks()
            add(container.inner)
            let kind = folderKind(of: entry)
            guard options.foldersAsTags, let folder else {
                let name = entry.title ?? ""
                let isNamed = !name.isEmpty && !ContainerNames.contain(name)
                if kind != .container, isNamed, entry.containsLinks {
                    recorder.ignoresFolders = true
                }
                return
            }
            folders.describe(
                folder,
                name: entry.title,
                kind: kind,
                id: entry[.id],
                parentID: entry[.parentID]
            )
        } else if entry.key.map(Self.neverLinks.contains) == true {
            return
        } else if isPart(entry), let owner = containers.lastIndex(where: { $0.entry != nil }) {
            containers[owner].entry?.merge(entry)
            containers[owner].inner += container.inner
        } else if entry.url != nil, !entry.hasOtherURL || isExpectedLink(entry) {
            markAsContainingLinks()
            add([NestedLink(source: entry.link(options, &recorder), folder: folder)])
        } else if entry.containsLinks {
            recorder.nextPage = recorder.nextPage ?? entry[.nextPage]
            markAsContainingLinks()
            add(container.inner)
        } else {
            closeOther(entry)
        }
    }

    /// Adds links from an object that has just ended. The links are kept in the enclosing object if
    /// that object may be a link, and if they are not elements of a list of links.
    private mutating func add(_ new: [NestedLink]) {
        guard let owner = containers.lastIndex(where: { $0.entry != nil }),
            containers[owner].entry?.isFolder == false, !containers[owner].isLarge,
            containers.last?.entry != nil || !isLinkList(containers.last?.key)
        else {
            return links += new
        }
        containers[owner].inner += new
        guard containers[owner].inner.count > Self.innerLimit else { return }
        links += containers[owner].inner
        containers[owner].inner = []
        containers[owner].isLarge = true
    }

    /// Adds a link with only a URL. The library reports a link with an empty URL as skipped.
    private mutating func addLink(url: String, line: Int) {
        links.append(NestedLink(source: SourcedDraft(LinkDraft(url: url), line: line)))
    }

    private func folderKind(of entry: JSONEntry) -> FolderKind {
        if entry[.root] != nil || entry.key == "roots" {
            return .container
        }
        if containers.last?.entry?.key == "roots" {
            return .container
        }
        return entry.key == "collections" ? .collection : .folder
    }

    /// Ends an object that cannot be imported as a link: a tag, an annotation, a link without a
    /// URL, or an unknown member.
    private mutating func closeOther(_ entry: JSONEntry) {
        let owner = containers.lastIndex { $0.entry != nil }
        // Whether the object is an element of a list that is a member of the owner.
        let isElement = owner == containers.count - 2
        if let owner, let key = entry.key, isElement, JSONEntry.meaning(of: key) == .tags {
            if let name = entry.title {
                containers[owner].entry?.addTag(name)
            }
        } else if let owner, isElement, entry.key == "annos" {
            containers[owner].entry?.addAnnotation(entry)
        } else if let owner, entry.key == "meta_info" {
            containers[owner].entry?.addDescription(of: entry)
        } else if let owner, entry.isNoteContent {
            containers[owner].entry?.isNote = true
        } else if let owner, let key = entry.key, !isElement, isTagObject(owner) {
            containers[owner].entry?.addTag(key)
        } else if let owner, let key = entry.key, !isElement, JSONEntry.meaning(of: key) == .tags {
            containers[owner].entry?.addTags(of: entry)
        } else if isExpectedLink(entry), entry.isNote {
            hasLinks = true
            recorder.skipped.append(InvalidEntry(line: entry.line, reason: "not a link"))
        } else if isExpectedLink(entry) {
            lineWithoutURL = lineWithoutURL ?? entry.line
            addLink(url: "", line: entry.line)
        } else if let owner, let key = entry.key, JSONEntry.meaning(of: key) == nil {
            containers[owner].entry?.addUnknown(key)
        }
    }

    /// Returns whether the members of an object are tags, as in Pocket's JSON.
    private func isTagObject(_ index: Int) -> Bool {
        index == containers.count - 1
            && containers[index].entry?.key.map { JSONEntry.meaning(of: $0) == .tags } == true
    }

    private mutating func markAsFolder() {
        guard let last = containers.indices.last, containers[last].entry?.isFolder == false else {
            return
        }
        containers[last].entry?.isFolder = true
        if options.foldersAsTags {
            containers[last].folder = folders.add(in: containers[last].folder)
        }
    }

    private mutating func markAsContainingLinks() {
        hasLinks = true
        for index in containers.indices.reversed() {
            if containers[index].entry?.containsLinks == true {
                return
            }
            containers[index].entry?.containsLinks = true
        }
    }

    /// Returns whether a list with the given key makes the enclosing object a folder, as in browser
    /// files and in Linkwarden collections.
    private func isFolder(_ entry: JSONEntry, with key: String?) -> Bool {
        key == "children" || (key == "links" && entry.key == "collections")
    }

    private func isLinkList(_ key: String?) -> Bool {
        key.map(Self.linkLists.contains) ?? false
    }

    private static let linkLists: Set<String> = [
        "bookmarks", "data", "entries", "items", "links", "posts", "results",
    ]

    /// Returns whether an object must be a link, because it is outside of other objects or in a
    /// list of links.
    private func isExpectedLink(_ entry: JSONEntry) -> Bool {
        let isOutermost = containers.allSatisfy { $0.entry == nil }
        let isInList = containers.last?.entry == nil
        return isOutermost || isInList && isLinkList(entry.key)
    }

    /// Returns whether an object is a part of the enclosing link and contains the URL of that link.
    private func isPart(_ entry: JSONEntry) -> Bool {
        guard entry.url != nil, let key = entry.key else {
            return false
        }
        if Self.listedParts.contains(key) {
            return containers.contains { $0.entry != nil }
        }
        return containers.last?.entry != nil && Self.parts.contains(key)
    }

    private static let parts: Set<String> = ["content", "data", "repo", "tab"]
    /// The keys of lists with one URL of a link, in the JSON of Google Reader.
    private static let listedParts: Set<String> = ["alternate", "canonical"]
    /// The keys of objects that contain URLs of an API.
    private static let neverLinks: Set<String> = ["_links", "self"]
}
