import Synchronization

/// Lines in the order in which something happened.
final class Record: Sendable {
    private let recorded = Mutex<[String]>([])

    var lines: [String] { recorded.withLock { $0 } }

    func add(_ line: String) {
        recorded.withLock { $0.append(line) }
    }
}
