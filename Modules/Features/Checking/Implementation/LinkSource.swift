import CheckingInterface
import Core
import Foundation

/// A type that selects the links that this program checks, and saves their records.
///
/// A source starts a check by adding it to the pacer. It exchanges messages with the store, one at
/// a time: the run sends the next message and passes the reply to the source.
protocol LinkSource: Sendable {
    associatedtype Message: Sendable
    associatedtype Reply: Sendable

    /// Whether requests to all hosts are permitted from the start of the check.
    static var opensHosts: Bool { get }
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
    mutating func add(_ check: LinkCheck, to pacer: inout RequestPacer) -> CheckOutcome?
    /// Tells the source that no more links will be added.
    mutating func finishAdding()
    /// Adds the outcome of a link, and returns it if it can be reported immediately. An outcome
    /// with a record is reported only after it is saved.
    mutating func finish(_ outcome: CheckOutcome) -> CheckOutcome?
    /// Removes a link whose check ended without an outcome.
    mutating func abandon(_ link: Link.ID)

    /// Returns whether a request may start now, provided that the pacer permits it.
    func permitsRequests(at now: Date) -> Bool
    /// Returns the time of the next message, or nil if only another event, such as a reply, can
    /// make a message due.
    func nextMessageTime(_ pacer: RequestPacer) -> Date?
    /// Returns the message to send now, or nil if none is due.
    ///
    /// - Parameter isEnding: Whether the check is ending and only saves its last outcomes.
    mutating func nextMessage(
        _ pacer: inout RequestPacer,
        at now: Date,
        isEnding: Bool
    ) -> Message?
    /// A function that sends a message to the store. It throws only `StoreError`. After an error,
    /// the same message can be sent again.
    var send: @Sendable (Message) async throws -> Reply { get }
    /// Handles the reply to the last message, and returns the outcomes to report.
    mutating func handle(
        _ reply: Reply,
        to message: Message,
        _ pacer: inout RequestPacer,
        at now: Date
    ) -> [CheckOutcome]
    /// Ends the check, and releases the claims of the program, if there are any.
    func end(_ pacer: RequestPacer, at now: Date) async throws
}

/// A source for a program that checks all links itself, because its store has no sessions.
struct UnsharedLinkSource: LinkSource {
    typealias Message = [CheckOutcome]

    static let opensHosts = true
    let patience = Duration.zero
    let isFull = false
    let generation = 0
    private let history: any CheckHistoryStore
    private var finished: [CheckOutcome] = []
    private(set) var isSending = false

    init(_ history: any CheckHistoryStore) {
        self.history = history
    }

    var isWaiting: Bool { false }

    func add(_ check: LinkCheck, to pacer: inout RequestPacer) -> CheckOutcome? {
        pacer.add(check)
        return nil
    }

    func finishAdding() {}

    mutating func finish(_ outcome: CheckOutcome) -> CheckOutcome? {
        finished.append(outcome)
        return nil
    }

    func abandon(_ link: Link.ID) {}

    func permitsRequests(at now: Date) -> Bool {
        true
    }

    func nextMessageTime(_ pacer: RequestPacer) -> Date? {
        nil
    }

    /// Returns the outcomes since the last message. An outcome never waits for a batch to fill, but
    /// the batches grow if the store is slow.
    mutating func nextMessage(
        _ pacer: inout RequestPacer,
        at now: Date,
        isEnding: Bool
    ) -> [CheckOutcome]? {
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

    mutating func handle(
        _ reply: Void,
        to message: [CheckOutcome],
        _ pacer: inout RequestPacer,
        at now: Date
    ) -> [CheckOutcome] {
        isSending = false
        return message
    }

    func end(_ pacer: RequestPacer, at now: Date) {}
}
