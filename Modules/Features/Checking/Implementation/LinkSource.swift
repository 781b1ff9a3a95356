import CheckingInterface
import Core
import Foundation

/// A type that selects the links that this program checks, and saves their records.
///
/// A source adds the links that the program may check to its pacer. It exchanges messages with the
/// store, one at a time: the run sends the next message and passes the reply to the source.
///
/// A source for a program that shares its links implements every requirement. For a source of a
/// program alone, the default implementations suffice.
protocol LinkSource: Sendable {
    associatedtype Message: Sendable
    associatedtype Reply: Sendable

    /// The pacer of the checks that this program performs.
    var pacer: RequestPacer { get set }
    /// The time for which the store may be unreachable before the check fails.
    var patience: Duration { get }
    /// Whether no more links should be added for now.
    var isFull: Bool { get }
    /// Whether links may be waiting for the store, for example for a claim on their host.
    var isWaiting: Bool { get }
    /// Whether the reply to a message is pending.
    var isSending: Bool { get }
    /// The number of times that the source has withdrawn all its links from the pacer. The run
    /// ignores responses to requests that it sent before a withdrawal.
    var generation: Int { get }

    /// Adds a link. Returns the outcome if it is already known, otherwise nil.
    mutating func add(_ check: LinkCheck) -> CheckOutcome?
    /// Tells the source that no more links will be added.
    mutating func finishAdding()
    /// Saves the outcome of a link, and returns it if it can be reported immediately. An outcome
    /// with a record is saved with the next message and reported only then.
    mutating func save(_ outcome: CheckOutcome) -> CheckOutcome?
    /// Removes a link whose check ended without an outcome.
    mutating func abandon(_ link: Link.ID)

    /// Returns whether a request may start now, provided that the pacer permits it.
    func permitsRequests(at now: Date) -> Bool
    /// The time at which the next message is due, or nil if only another event, such as an
    /// outcome, can make a message due.
    var nextMessageTime: Date? { get }
    /// Returns the message to send now, or nil if none is due.
    ///
    /// - Parameter isEnding: Whether the check is ending and only saves its last outcomes.
    mutating func nextMessage(at now: Date, isEnding: Bool) -> Message?
    /// A function that sends a message to the store. It throws only `StoreError`. After an error,
    /// the same message can be sent again.
    var send: @Sendable (Message) async throws -> Reply { get }
    /// Receives the reply to the last message, and returns the outcomes to report.
    mutating func receive(_ reply: Reply, to message: Message, at now: Date) -> [CheckOutcome]
    /// Ends the check, and releases the claims of the program, if there are any.
    func end(at now: Date) async throws
}

extension LinkSource {
    var patience: Duration { .zero }
    var isFull: Bool { false }
    var isWaiting: Bool { false }
    var generation: Int { 0 }
    var nextMessageTime: Date? { nil }

    func finishAdding() {}

    func abandon(_ link: Link.ID) {}

    func permitsRequests(at now: Date) -> Bool {
        true
    }

    func end(at now: Date) {}
}

/// A source for a program that checks every link itself, because the history has no sessions.
struct UnsharedLinkSource: LinkSource {
    var pacer: RequestPacer
    private let history: any CheckHistoryStore
    private var finished: [CheckOutcome] = []
    private(set) var isSending = false

    init(_ history: any CheckHistoryStore, _ policy: CheckPolicy) {
        self.history = history
        pacer = RequestPacer(concurrency: policy.concurrency, opensHosts: true)
    }

    mutating func add(_ check: LinkCheck) -> CheckOutcome? {
        pacer.add(check)
        return nil
    }

    mutating func save(_ outcome: CheckOutcome) -> CheckOutcome? {
        finished.append(outcome)
        return nil
    }

    /// Returns the outcomes since the last message. An outcome never waits for a batch to fill, but
    /// the batches grow if the store is slow.
    mutating func nextMessage(at now: Date, isEnding: Bool) -> [CheckOutcome]? {
        guard !isSending, !finished.isEmpty else { return nil }
        defer {
            finished = []
        }
        isSending = true
        return finished
    }

    var send: @Sendable ([CheckOutcome]) async throws -> Void {
        { [history] outcomes in
            let urls = Dictionary(outcomes.map { ($0.link.id, $0.link.url) }) { $1 }
            try await history.append(outcomes.compactMap(\.record), of: urls)
        }
    }

    mutating func receive(
        _ reply: Void,
        to message: [CheckOutcome],
        at now: Date
    ) -> [CheckOutcome] {
        isSending = false
        return message
    }
}
