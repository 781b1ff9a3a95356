import Foundation
import TransferInterface

/// What of the links of a file has no place in a library, so that it can be said once.
struct Leftovers {
    /// How many names are kept; a file can have any number.
    static let limit = 20

    private let part: ImportRemark.Part
    /// The names of what was left out, in the order of the file.
    private var names: [String] = []
    private var unreadableDate: (text: String, line: Int)?
    private var tooLong: (name: String, line: Int)?

    /// Begins with nothing.
    init(_ part: ImportRemark.Part) {
        self.part = part
    }

    /// Keeps the name of a part whose value is left out.
    mutating func add(_ name: String) {
        guard names.count <= Self.limit, !names.contains(name) else { return }
        names.append(names.count < Self.limit ? name : "…")
    }

    /// Keeps the first part whose value is too long to be read.
    mutating func addTooLong(_ name: String, line: Int) {
        tooLong = tooLong ?? (name, line)
    }

    /// Reads a date, and keeps the first that means something and cannot be read.
    mutating func date(_ text: String, line: Int) -> Date? {
        if let date = ForeignDate.date(text) { return date }
        if unreadableDate == nil, Self.saysSomething(text) { unreadableDate = (text, line) }
        return nil
    }

    /// Whether a value is more than what programs write for nothing.
    static func saysSomething(_ value: String) -> Bool {
        if value.utf8.count > 5 { return value.trimmedOrNil != nil }
        return !["", "0", "0.0", "false", "no", "none", "null", "[]", "{}"].contains(
            value.trimmedOrNil?.lowercased() ?? "")
    }

    /// What there is to say.
    var remarks: [ImportRemark] {
        let parts = names.isEmpty ? [] : [ImportRemark.unknownParts(part, names)]
        let date: ImportRemark? = unreadableDate.map { .unreadableDate($0.text, line: $0.line) }
        return parts + [date, tooLong.map { .tooLong(part, $0.name, line: $0.line) }].compactMap(\.self)
    }
}
