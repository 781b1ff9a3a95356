public enum SampleError: Error, Hashable {
    case noSuchEntry(SampleEntry.ID)
    case finished(SampleEntry.ID)
    case unknownOrigin
    case rejected([SampleProblem])
}

public enum SampleProblem: Error, Hashable {
    case untitled
    case titleTooLong(limit: Int)
    case negativeAmount
    case repeatedLabel(String)
}

extension SampleError {
    public var message: String {
        switch self {
        case .noSuchEntry(let id): "there is no entry \(id)"
        case .finished(let id): "entry \(id) is closed"
        case .unknownOrigin: "the entry that it comes from is not there"
        case .rejected(let problems): "\(problems.count) rules are broken"
        }
    }
}
