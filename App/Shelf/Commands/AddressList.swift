import Core
import Foundation
import LibraryInterface

/// The addresses that `shelf add` saves: its operands, or what the lines of standard input hold.
actor AddressList {
    private var addresses: ArraySlice<String>
    private let input: StandardInput?
    private var line = 0
    private let draft: @Sendable (String) -> LinkDraft

    /// Makes a list of operands, of which `-` alone means standard input; `draft` makes a link of an address.
    init(_ operands: [String], from terminal: any Terminal, _ draft: @escaping @Sendable (String) -> LinkDraft) {
        input = operands == ["-"] ? StandardInput(terminal) : nil
        addresses = input == nil ? operands[...] : []
        self.draft = draft
    }

    /// The next link, with its line; nil at the end.
    func next() async throws -> SourcedDraft? {
        while addresses.isEmpty, let text = try await input?.next() {
            line += 1
            addresses = Self.addresses(in: text)[...]
        }
        return addresses.popFirst().map { SourcedDraft(draft($0), line: line) }
    }

    /// The addresses of a line: none where it is empty or a comment; several where more than one begins as those of the web do.
    private static func addresses(in line: String) -> [String] {
        // Windows marks files of UTF-8 so; only the first line can have one, and no other may begin with it.
        let text = line.trimmingPrefix("\u{FEFF}").trimmingCharacters(in: .whitespaces)
        guard !text.isEmpty, !text.hasPrefix("#") else { return [] }
        let starts = [text.startIndex] + text.ranges(of: /\s(?=https?:\/\/)/.ignoresCase()).map(\.upperBound)
        return zip(starts, starts.dropFirst() + [text.endIndex]).map { start, end in
            text[start..<end].trimmingCharacters(in: .whitespaces)
        }
    }
}
