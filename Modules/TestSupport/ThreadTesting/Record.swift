/// A list of lines in the order in which threads have added them.
public final class Record: Sendable {
    private let recorded = LockedValue<[String]>([])

    public init() {}

    public var lines: [String] {
        recorded.withLock { $0 }
    }

    public func add(_ line: String) {
        recorded.withLock { $0.append(line) }
    }
}
