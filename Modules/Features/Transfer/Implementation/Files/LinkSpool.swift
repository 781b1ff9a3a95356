import Core
import Foundation
import LibraryInterface
import TextEncodings
import TransferInterface

/// A queue of links between reading and merging, which moves all but the last ones to a temporary file.
///
/// An import reads its whole file before it locks the library, and its memory must not grow with the file.
struct LinkSpool: Sendable {
    /// How much is in memory; bytes.
    private static let blockSize = 1 << 20

    /// How many links there are.
    private(set) var count = 0
    /// The links that were added last.
    private var block = SpoolBlock()
    /// The earlier blocks, each after its size; nil before the first.
    private var file: TemporaryFile?

    /// Adds a link.
    ///
    /// - Throws: `TransferError.unwritable`.
    mutating func append(_ link: SourcedDraft, in folder: FolderTree.Index?) throws(TransferError) {
        block.append(link, in: folder)
        count += 1
        guard block.bytes.count >= Self.blockSize else { return }
        let file = if let file { file } else { try TemporaryFile() }
        self.file = file
        var size = SpoolBlock()
        size.append(UInt64(block.bytes.count))
        try file.append(size.bytes)
        try file.append(block.bytes)
        block = SpoolBlock()
    }

    /// Calls `body` for each link, in the order in which they were added.
    ///
    /// - Throws: `TransferError.unreadable`, and what `body` throws.
    func forEach(_ body: (SourcedDraft, FolderTree.Index?) throws -> Void) throws {
        try file?.rewind()
        while let file, let size = try file.read(SpoolBlock.numberSize) {
            var sizeBlock = SpoolBlock(bytes: size)
            guard let bytes = try file.read(Int(sizeBlock.takeNumber())) else { break }
            try Self.forEach(SpoolBlock(bytes: bytes), body)
        }
        try Self.forEach(block, body)
    }

    private static func forEach(
        _ block: SpoolBlock, _ body: (SourcedDraft, FolderTree.Index?) throws -> Void
    ) throws {
        var block = block
        while !block.isEmpty {
            let (link, folder) = block.takeLink()
            try body(link, folder)
        }
    }
}

/// Links as bytes: numbers in eight of them, texts after their length, and what may be missing after a 0 or a 1.
private struct SpoolBlock {
    static let numberSize = 8

    private(set) var bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8] = []) { self.bytes = bytes }

    /// Whether everything is taken.
    var isEmpty: Bool { position == bytes.count }

    mutating func append(_ link: SourcedDraft, in folder: FolderTree.Index?) {
        append(link.draft.url)
        append(link.draft.title) { $0.append($1) }
        append(link.draft.note) { $0.append($1) }
        append(UInt64(link.draft.tags.count))
        for tag in link.draft.tags { append(tag.name) }
        append(link.draft.added) { $0.append($1) }
        append(link.draft.updated) { $0.append($1) }
        append(UInt64(link.line))
        append(link.check) {
            $0.append($1.verdict.rawValue)
            $0.append($1.checked)
        }
        append(folder) { $0.append(UInt64($1)) }
    }

    mutating func takeLink() -> (SourcedDraft, FolderTree.Index?) {
        var draft = LinkDraft(url: takeText())
        draft.title = takeOptional { $0.takeText() }
        draft.note = takeOptional { $0.takeText() }
        for _ in 0..<takeNumber() {
            if let tag = LinkTag(takeText()) { draft.tags.insert(tag) }
        }
        draft.added = takeOptional { $0.takeDate() }
        draft.updated = takeOptional { $0.takeDate() }
        let line = Int(takeNumber())
        let check = takeOptional { block in
            let verdict = Verdict(rawValue: block.takeText())
            let checked = block.takeDate()
            return verdict.map { SourcedCheck($0, checked: checked) }
        }
        let folder = takeOptional { Int($0.takeNumber()) }
        return (SourcedDraft(draft, line: line, check: check ?? nil), folder)
    }

    mutating func append(_ number: UInt64) {
        for shift in 0..<UInt64(Self.numberSize) { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
    }

    mutating func takeNumber() -> UInt64 {
        defer { position += Self.numberSize }
        return bytes[position..<position + Self.numberSize].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func append(_ text: String) {
        append(UInt64(text.utf8.count))
        bytes += text
    }

    private mutating func takeText() -> String {
        let count = Int(takeNumber())
        defer { position += count }
        return String(decoding: bytes[position..<position + count], as: UTF8.self)
    }

    private mutating func append(_ date: Date) { append(date.timeIntervalSince1970.bitPattern) }

    private mutating func takeDate() -> Date { Date(timeIntervalSince1970: Double(bitPattern: takeNumber())) }

    private mutating func append<Value>(_ value: Value?, _ appendValue: (inout SpoolBlock, Value) -> Void) {
        bytes.append(value == nil ? 0 : 1)
        if let value { appendValue(&self, value) }
    }

    private mutating func takeOptional<Value>(_ takeValue: (inout SpoolBlock) -> Value) -> Value? {
        let isThere = bytes[position] == 1
        position += 1
        return isThere ? takeValue(&self) : nil
    }
}

/// A file that no other process can open, and that the system removes with this process.
private struct TemporaryFile: Sendable {
    private let path: String
    private let handle: FileHandle

    init() throws(TransferError) {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("shelf-import-\(UUID().uuidString)")
        path = url.path
        do {
            try Data().write(to: url, options: .withoutOverwriting)
            defer { try? FileManager.default.removeItem(at: url) }
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
            handle = try FileHandle(forUpdating: url)
        } catch {
            throw .unwritable(name: url.path, reason: error.systemReason)
        }
    }

    func append(_ bytes: [UInt8]) throws(TransferError) {
        do {
            try handle.write(contentsOf: Data(bytes))
        } catch {
            throw .unwritable(name: path, reason: error.systemReason)
        }
    }

    func rewind() throws(TransferError) {
        do {
            try handle.seek(toOffset: 0)
        } catch {
            throw .unreadable(name: path, reason: error.systemReason)
        }
    }

    /// The next bytes, or nil at the end.
    func read(_ count: Int) throws(TransferError) -> [UInt8]? {
        do {
            let data = try handle.read(upToCount: count) ?? Data()
            return data.count == count ? Array(data) : nil
        } catch {
            throw .unreadable(name: path, reason: error.systemReason)
        }
    }
}
