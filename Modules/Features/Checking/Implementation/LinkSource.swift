import CheckingInterface
import Core
import Foundation

/// The exchange of a check with the store: the links to check, and the outcomes to save.
///
/// If only one program performs the check, every link may be checked immediately. If several
/// programs share the check, each of them locks a host before it checks the links of that host:
///
///     add → wait for the lock → look up records → check → save → report
///
/// A record that another program has saved since the check began is the outcome of its link. A link
/// that was removed or edited is not checked. The host stays locked until all links that waited for
/// the lock have outcomes and the pause after the last request is over. Links that arrive in the
/// meantime wait for the next lock. A host that another program has locked is tried again later. A
/// program never waits for a lock, so there are no deadlocks.
///
/// If the session is lost, its locks are lost too. All links without an outcome then wait for the
/// locks of another session, except links with a running request.
struct LinkSource: Sendable {
    /// A message that contains the actions to perform in the store, and later their results.
    struct Message: Sendable {
        /// The session of the program, or `nil` if the check is not shared.
        fileprivate var session: (any CheckSession)?
        /// Whether the session was lost, so that another session must begin first.
        fileprivate let isLost: Bool
        fileprivate let outcomes: [CheckOutcome]
        fileprivate var unlocked: [String] = []
        /// The hosts to lock, with the links whose records are needed.
        fileprivate var wanted: [Waiting] = []
        fileprivate var locked = LockedHosts()
    }

    /// The links that wait until the program locks their host.
    fileprivate struct Waiting {
        let host: HostPolicy
        var links: [Link] = []
    }

    /// The time for which the store of a shared check may be unreachable before the check fails.
    private static let sharedPatience = Duration.seconds(600)
    /// The delay between two attempts to lock a host.
    private static let lockDelay = Duration.milliseconds(100)

    private let hostLimit: Int
    private var session: (any CheckSession)?
    /// Whether the session was lost and no other session has begun yet.
    private(set) var isLost = false
    /// The links that wait until the program locks their hosts, keyed by host. A locked host has an
    /// entry even if no links wait.
    private var waiting: [String: Waiting] = [:]
    /// The locked hosts, with the links that may be checked and have no outcome yet. A host without
    /// such links stays locked until its outcomes are saved and its pause is over.
    private var locked: [String: Set<Link.ID>] = [:]
    /// The hosts with waiting links that are not locked, ordered by the time of the next attempt.
    private var wanted = TimeQueue<String>()
    private var finished: [CheckOutcome] = []
    /// Whether a message was sent that the store has not answered yet.
    private(set) var isSending = false

    /// Creates a source without links.
    ///
    /// - Parameters:
    ///   - session: The session of the program, or `nil` if the check is not shared.
    ///   - hostLimit: The maximum number of locked hosts that have links without outcomes.
    init(_ session: (any CheckSession)?, hostLimit: Int) {
        self.session = session
        self.hostLimit = hostLimit
    }

    var isShared: Bool { session != nil }
    /// The time for which the store may be unreachable before the check fails.
    var patience: Duration { isShared ? Self.sharedPatience : .zero }
    var hasLocks: Bool { !locked.isEmpty }
    /// The hosts that other programs have locked, if no other links can be checked at the moment.
    var awaitedHosts: Set<String> {
        idleHosts.count < locked.count ? [] : Set(waiting.keys).subtracting(locked.keys)
    }

    /// The locked hosts whose links have outcomes.
    private var idleHosts: [String] { locked.compactMap { $1.isEmpty ? $0 : nil } }

    func end() async {
        await session?.end()
    }
}

// MARK: - Links

extension LinkSource {
    /// Adds a link that waits until the program locks its host.
    mutating func add(_ link: Link, on host: HostPolicy) {
        if waiting[host.name] == nil {
            wanted.insert(host.name, at: .distantPast)
        }
        waiting[host.name, default: Waiting(host: host)].links.append(link)
    }

    /// Returns whether requests for a link may be sent.
    func permits(_ link: Link, on host: HostPolicy) -> Bool {
        !isShared || locked[host.name]?.contains(link.id) == true
    }

    /// Saves the outcome of a link on a host with the next message. The outcome can be reported
    /// when it is saved.
    mutating func save(_ outcome: CheckOutcome, on host: HostPolicy) {
        finished.append(outcome)
        locked[host.name]?.remove(outcome.link.id)
    }
}

// MARK: - Messages

extension LinkSource {
    /// Returns the time at which the next message is due, or `nil` if only another event can make
    /// it due.
    func nextMessageTime(_ pacer: RequestPacer) -> Date? {
        guard !isSending else { return nil }
        let attempt = missingHosts > 0 ? wanted.first : nil
        return (idleHosts.map(pacer.nextStart) + [attempt].compactMap(\.self)).min()
    }

    /// The number of additional hosts that the program may lock. With the hosts that are locked
    /// only for a pause, at most twice as many hosts may be locked as the limit permits.
    private var missingHosts: Int {
        hostLimit + min(idleHosts.count, hostLimit) - locked.count
    }

    /// Returns the message to send now, or `nil` if none is due. After the task was canceled, the
    /// messages lock no more hosts.
    mutating func nextMessage(at now: Date, _ pacer: RequestPacer) -> Message? {
        guard !isSending else { return nil }
        var message = Message(session: session, isLost: isLost, outcomes: finished)
        for host in idleHosts where pacer.nextStart(of: host) <= now {
            message.unlocked.append(host)
            locked[host] = nil
            if waiting[host]?.links.isEmpty == true {
                waiting[host] = nil
            } else {
                wanted.insert(host, at: now)
            }
        }
        while !Task.isCancelled, message.wanted.count < missingHosts,
            let host = wanted.removeFirst(until: now)
        {
            if let waiting = waiting[host] {
                message.wanted.append(waiting)
            }
        }
        guard !message.isEmpty else { return nil }
        finished = []
        isSending = true
        return message
    }

    /// Receives the results of a message. Returns the outcomes to report, and the checks that may
    /// now begin.
    mutating func receive(
        _ message: Message,
        at now: Date
    ) -> (outcomes: [CheckOutcome], checks: [LinkCheck]) {
        isSending = false
        session = message.session
        isLost = false
        var outcomes = message.outcomes
        var checks: [LinkCheck] = []
        for waiting in message.wanted {
            let host = waiting.host.name
            guard message.locked.hosts.contains(host) else {
                wanted.insert(host, at: now + Self.lockDelay)
                continue
            }
            self.waiting[host]?.links.removeFirst(waiting.links.count)
            locked[host] = []
            for link in waiting.links {
                if message.locked.changed.contains(link.id) {
                    let reason = "the link was removed or edited"
                    outcomes.append(.notRequested(link, reason: reason))
                } else if let record = message.locked.records[link.id] {
                    outcomes.append(.checked(link, record))
                } else {
                    locked[host]?.insert(link.id)
                    checks.append(LinkCheck(link, on: waiting.host))
                }
            }
        }
        return (outcomes, checks)
    }

    /// Handles an error in sending a message. The outcomes in the message are saved again when
    /// another session has begun.
    ///
    /// - Throws: The given error if the check cannot continue.
    mutating func fail(_ message: Message, _ error: any Error) throws {
        let isTemporary = (error as? StoreError)?.isTemporary == true
        guard isTemporary, isShared, !isLost, !Task.isCancelled else { throw error }
        isSending = false
        isLost = true
        finished = message.outcomes + finished
        locked = [:]
        wanted = TimeQueue()
        waiting = waiting.filter { !$0.value.links.isEmpty }
        for host in waiting.keys {
            wanted.insert(host, at: .distantPast)
        }
    }
}

extension LinkSource.Message {
    fileprivate var isEmpty: Bool { outcomes.isEmpty && unlocked.isEmpty && wanted.isEmpty }

    /// Performs the actions in the store, and returns the message with the results. The actions are
    /// part of the current session, or of another session as soon as it begins. After an error in
    /// the current session, another message repeats the actions.
    func send(for checker: ConcurrentLinkChecker) async throws -> Self {
        guard let session, isLost else {
            return try await perform(in: checker.history)
        }
        return try await checker.persistently(for: LinkSource.sharedPatience) {
            var message = self
            message.session = try await checker.history.beginSession(resuming: session.start)
            return try await message.perform(in: checker.history)
        }
    }

    private func perform(in history: any CheckHistoryStore) async throws -> Self {
        let records = outcomes.compactMap(\.record)
        let urls = Self.urls(of: outcomes.map(\.link))
        guard let session else {
            try await history.append(records, of: urls)
            return self
        }
        var message = self
        do {
            if !records.isEmpty {
                try await session.save(records, of: urls)
            }
            if !unlocked.isEmpty {
                try await session.unlock(unlocked)
            }
            if !wanted.isEmpty {
                let hosts = wanted.map { ($0.host.name, Self.urls(of: $0.links)) }
                message.locked = try await session.lock(hosts)
            }
            return message
        } catch {
            await session.end()
            throw error
        }
    }

    private static func urls(of links: [Link]) -> [Link.ID: String] {
        Dictionary(links.map { ($0.id, $0.url) }) { $1 }
    }
}
