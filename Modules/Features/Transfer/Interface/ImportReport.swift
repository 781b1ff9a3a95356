public import LibraryInterface

public struct ImportReport: Sendable, Hashable {
    public var merge: MergeReport
    /// The remarks on the file for the user, each kind once.
    public var remarks: [ImportRemark]
    public var brokenLines: [BrokenLine]
    public var read: Int { merge.read + brokenLines.count }
    public var skippedCount: Int { merge.skipped.count + brokenLines.count }

    public init(_ merge: MergeReport, remarks: [ImportRemark] = [], brokenLines: [BrokenLine] = []) {
        (self.merge, self.remarks, self.brokenLines) = (merge, remarks, brokenLines)
    }
}

/// A malformed line of a file.
public struct BrokenLine: Error, Hashable {
    /// The line, counted from 1.
    public var line: Int
    public var reason: String

    public init(line: Int, reason: String) { (self.line, self.reason) = (line, reason) }
}

/// A part of a file that was not imported or looks wrong.
public enum ImportRemark: Sendable, Hashable {
    /// The term that a format uses for a property of a link.
    public enum Part: String, Sendable, Hashable { case attribute, column, member }
    public enum Text: String, Sendable, Hashable { case title, note }

    /// Unknown properties that have a value in at least one link, in the order of the file.
    case unknownParts(Part, [String])
    /// The first of the dates that could not be parsed. The links are imported without them.
    case unreadableDate(String, line: Int)
    /// The first of the values that exceed the limit, by the name of the property. The links are imported without them.
    case tooLong(Part, String, line: Int)
    /// The first of the titles or notes beyond 16 MiB, which were cut to that length.
    case shortened(Text, line: Int)
    /// The file ends in the middle of a link or list.
    case cutOff(line: Int)
    /// The browser has several profiles. This one was imported.
    case profile(String, others: [String])
    /// The file is one page of several and names the next.
    case morePages(next: String)
}
