import Synchronization

/// A list of lines in the order in which threads have added them.
public final class Record: Sendable {
    private let recorded = Mutex<[String]>([])

    public init() {}

    public var lines: [String] {
        recorded.withLock { $0 }
    }

    public func add(_ line: String) {
        recorded.withLock { $0.append(line) }
    }
}
