public import LibraryInterface

/// What an import did, and what of the file it did not understand.
public struct ImportReport: Sendable, Hashable {
    /// What became of the links.
    public var merge: MergeReport
    /// What a person should know of the file, each thing once.
    public var remarks: [ImportRemark]
    /// Lines that could not be read, and were skipped.
    public var brokenLines: [BrokenLine]

    /// All entries of the file that were looked at.
    public var read: Int { merge.read + brokenLines.count }
    /// How many of them were left out.
    public var skippedCount: Int { merge.skipped.count + brokenLines.count }

    /// Makes a report from its parts.
    public init(_ merge: MergeReport, remarks: [ImportRemark] = [], brokenLines: [BrokenLine] = []) {
        self.merge = merge
        self.remarks = remarks
        self.brokenLines = brokenLines
    }
}

/// A line of a file that breaks the format.
public struct BrokenLine: Sendable, Hashable {
    /// The line, counted from 1.
    public var line: Int
    /// What is wrong, in a few words.
    public var reason: String

    /// Makes a broken line from its parts.
    public init(line: Int, reason: String) {
        self.line = line
        self.reason = reason
    }
}

/// Something of a file that was not taken in, or looks wrong.
public enum ImportRemark: Sendable, Hashable {
    /// What a format calls the parts of a link.
    public enum Part: String, Sendable, Hashable {
        case attribute, column, member
    }

    /// A text of a link that has a limit.
    public enum Text: String, Sendable, Hashable {
        case title, note
    }

    /// Parts that no link of a library has, at least one link of the file with a value there; in the order of the file.
    case unknownParts(Part, [String])
    /// Dates that cannot be read, the first of them with its line; the links are dated as if it were missing.
    case unreadableDate(String, line: Int)
    /// Values that are too long to be read, the first of them by the name of its part and its line; the links are without them.
    case tooLong(Part, String, line: Int)
    /// Titles or notes beyond 16 MiB, which were cut to that length; the first of them with its line.
    case shortened(Text, line: Int)
    /// The file ends where nothing can end, in that line.
    case cutOff(line: Int)
    /// The file is one page of several, and says where the next is.
    case morePages(next: String)
}
