import Core
import Foundation
import LibraryInterface
import TextEncodings
import TransferInterface

/// A list of links with bounded memory use.
///
/// The latest links, about 1 MiB, are in memory. The other links are in a temporary file.
struct LinkSpool: Sendable {
    private static let blockSize = 1 << 20

    private(set) var count = 0
    private var block: [UInt8] = []
    private let url = FileManager.default.temporaryDirectory.appending(
        path: "shelf-import-\(UUID().uuidString)"
    )
    private var file: FileHandle?
    /// The sizes of the blocks in the file.
    private var fileBlocks: [Int] = []

    mutating func append(_ link: ParsedLink) throws(TransferError) {
        for field in link.fields {
            block += field.map { String($0.utf8.count) } ?? "-"
            block += ":"
            block += field ?? ""
        }
        count += 1
        guard block.count >= Self.blockSize else { return }
        do {
            let file = try file ?? makeFile()
            self.file = file
            try file.write(contentsOf: block)
        } catch {
            throw .unwritable(name: url.path, reason: error.systemReason)
        }
        fileBlocks.append(block.count)
        block = []
    }

    /// Creates a file that other processes cannot open, and that the system removes when this
    /// process ends.
    private func makeFile() throws -> FileHandle {
        try Data().write(to: url, options: .withoutOverwriting)
        defer {
            try? FileManager.default.removeItem(at: url)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
        return try FileHandle(forUpdating: url)
    }

    /// Calls a closure with each link, in order.
    func forEach(_ body: (ParsedLink) throws -> Void) throws {
        try TransferError.unreadable(url.path) { try file?.seek(toOffset: 0) }
        for size in fileBlocks {
            let block = try TransferError.unreadable(url.path) {
                try file?.read(upToCount: size) ?? Data()
            }
            try Self.forEach(in: Array(block)[...], body)
        }
        try Self.forEach(in: block[...], body)
    }

    private static func forEach(
        in block: ArraySlice<UInt8>,
        _ body: (ParsedLink) throws -> Void
    ) throws {
        var rest = block
        while !rest.isEmpty {
            try body(ParsedLink { removeField(from: &rest) })
        }
    }

    private static func removeField(from block: inout ArraySlice<UInt8>) -> String? {
        let length = block.prefix { $0 != UInt8(ascii: ":") }
        block = block[length.endIndex...].dropFirst()
        guard let count = Int(String(decoding: length, as: UTF8.self)) else {
            return nil
        }
        defer {
            block = block.dropFirst(count)
        }
        return String(decoding: block.prefix(count), as: UTF8.self)
    }
}

extension ParsedLink {
    /// The properties of the link as strings. The tags are separated by commas, which the names of
    /// tags do not contain.
    fileprivate var fields: [String?] {
        [
            draft.url,
            draft.title,
            draft.note,
            draft.tags.map(\.name).joined(separator: ","),
            text(draft.added),
            text(draft.updated),
            String(line),
            check?.verdict.rawValue,
            text(check?.checked),
            folder.map { String($0) },
        ]
    }

    /// Creates a link from the properties in the order of ``fields``.
    fileprivate init(_ nextField: () -> String?) {
        func nextDate() -> Date? {
            let seconds = nextField().flatMap { Double($0) }
            return seconds.map { Date(timeIntervalSince1970: $0) }
        }
        var draft = LinkDraft(url: nextField() ?? "")
        draft.title = nextField()
        draft.note = nextField()
        draft.tags = LinkTag.list(nextField() ?? "")
        draft.added = nextDate()
        draft.updated = nextDate()
        self.init(draft, line: nextField().flatMap { Int($0) } ?? 0)
        let verdict = nextField().flatMap { Verdict(rawValue: $0) }
        let checked = nextDate()
        if let verdict, let checked {
            check = SourcedCheck(verdict, checked: checked)
        }
        folder = nextField().flatMap { Int($0) }
    }

    private func text(_ date: Date?) -> String? {
        date.map { String($0.timeIntervalSince1970) }
    }
}

extension TransferError {
    /// Calls a closure that reads a file, and converts the errors that the closure throws.
    static func unreadable<T>(_ name: String, _ body: () throws -> T) throws(TransferError) -> T {
        do {
            return try body()
        } catch {
            throw .unreadable(name: name, reason: error.systemReason)
        }
    }
}
