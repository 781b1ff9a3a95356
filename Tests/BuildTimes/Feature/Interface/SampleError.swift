/// Why the book refused what was asked.
public enum SampleError: Error, Hashable {
    /// No entry of this identity is there.
    case noSuchEntry(SampleEntry.ID)
    /// The entry has come to its last state.
    case finished(SampleEntry.ID)
    /// The entry that it is said to come from is not there.
    case unknownOrigin
    /// The draft breaks rules; all of them are named.
    case rejected([SampleProblem])
}

/// A rule that a draft breaks.
public enum SampleProblem: Error, Hashable {
    /// It has no title.
    case untitled
    /// Its title is longer than that many characters.
    case titleTooLong(limit: Int)
    /// It costs less than nothing.
    case negativeAmount
    /// A label is there twice.
    case repeatedLabel(String)
}

extension SampleError {
    /// The error as people read it.
    public var message: String {
        switch self {
        case .noSuchEntry(let id): "there is no entry \(id)"
        case .finished(let id): "entry \(id) is closed"
        case .unknownOrigin: "the entry that it comes from is not there"
        case .rejected(let problems): "\(problems.count) rules are broken"
        }
    }
}
