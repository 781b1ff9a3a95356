import CheckingInterface
import Core
import Foundation

/// The links of a check that have no outcome yet.
///
/// If only one program performs the check, it begins to check every link immediately. If several
/// programs share the check, each of them locks a host before it checks the links of that host:
///
///     add → wait for the lock → look up records → check → save → report
///
/// A record that another program has saved since the check began is the outcome of its link. The
/// host stays locked until all links that waited for the lock have outcomes and the pause after the
/// last request is over. Links that arrive in the meantime wait for the next lock. A host that
/// another program has locked is tried again later. A program never waits for a lock, so there are
/// no deadlocks.
///
/// If the session is lost, its locks are lost too. The source then withdraws all checks that are
/// not running, and waits for the locks again as soon as another session has begun.
struct LinkSource: Sendable {
    private struct Host {
        let policy: HostPolicy
        /// The links that wait until the program locks the host.
        var waiting: [Link] = []
        /// The number of links that are being checked.
        var running = 0
    }

    /// A message that contains the actions to perform in the store.
    struct Message: Sendable {
        /// The position at which the shared check began, or `nil` if the check is not shared.
        fileprivate let start: Int64?
        /// The current session, or `nil` if another session must begin first.
        fileprivate let session: (any CheckSession)?
        fileprivate let outcomes: [CheckOutcome]
        fileprivate var unlocked: [String] = []
        /// The hosts to lock, with the links whose records are needed.
        fileprivate var wanted: [(host: String, links: [Link.ID])] = []
        /// The maximum number of hosts to lock.
        fileprivate var limit = 0
    }

    struct Reply: Sendable {
        fileprivate var session: (any CheckSession)?
        fileprivate var locked: Set<String> = []
        fileprivate var records: [Link.ID: CheckRecord] = [:]
    }

    /// The maximum time for which attempts to begin the first session may fail.
    static let firstPatience = Duration.seconds(60)
    /// The time for which the store of a shared check may be unreachable before the check fails.
    private static let sharedPatience = Duration.seconds(600)
    /// The delay between two attempts to lock a host.
    private static let lockDelay = Duration.milliseconds(100)
    /// The number of links without an outcome at which reading pauses. A larger number would offer
    /// more hosts to choose from, but require more memory.
    private static let fullSource = 90_000

    var pacer: RequestPacer
    private let start: Int64?
    private let hostLimit: Int
    private var session: (any CheckSession)?
    private var count = 0
    private var hosts: [String: Host] = [:]
    private var locked: Set<String> = []
    /// The hosts with waiting links that are not locked, ordered by the time of the next attempt.
    private var wanted = TimeQueue<String>()
    /// The locked hosts whose links have outcomes, ordered by the end of their pauses.
    private var releases = TimeQueue<String>()
    private var finished: [CheckOutcome] = []
    private(set) var isSending = false

    init(_ session: (any CheckSession)?, _ policy: CheckPolicy) {
        self.session = session
        start = session?.start
        hostLimit = policy.concurrency
        pacer = RequestPacer(concurrency: policy.concurrency)
    }

    private var isShared: Bool { start != nil }
    /// The time for which the store may be unreachable before the check fails.
    var patience: Duration { isShared ? Self.sharedPatience : .zero }
    /// Whether no more links should be added for now.
    var isFull: Bool { count >= Self.fullSource }
    /// Whether links wait for the store, or hosts are locked.
    var isWaiting: Bool { !hosts.isEmpty }
    /// Whether requests may start, provided that the pacer permits them.
    var permitsRequests: Bool { !isShared || session != nil }
    /// The hosts whose links wait until the program locks them.
    var awaitedHosts: Set<String> { Set(hosts.keys).subtracting(locked) }

    func end() async {
        await session?.end()
    }
}

// MARK: - Links

extension LinkSource {
    mutating func add(_ link: Link, on policy: HostPolicy) {
        guard isShared else {
            return pacer.add(LinkCheck(link, on: policy))
        }
        count += 1
        wait(link, for: policy)
    }

    /// Adds the next request of a check. The request must not start before `time`.
    mutating func resume(_ check: LinkCheck, at time: Date) {
        if !isShared || locked.contains(check.home.name) {
            pacer.add(check, at: time)
        } else {
            hosts[check.home.name]?.running -= 1
            wait(check.link, for: check.home)
        }
    }

    /// Saves an outcome with the next message. The outcome can be reported when it is saved.
    mutating func save(_ outcome: CheckOutcome) {
        finished.append(outcome)
    }

    /// Removes a link whose outcome was saved, or whose check was canceled.
    mutating func finish(_ link: Link, at now: Date) {
        guard isShared, let name = HostPolicies.name(in: link.url) else { return }
        count -= 1
        hosts[name]?.running -= 1
        release(name, at: now)
    }

    private mutating func wait(_ link: Link, for policy: HostPolicy) {
        let name = policy.name
        hosts[name, default: Host(policy: policy)].waiting.append(link)
        if hosts[name]?.waiting.count == 1, !locked.contains(name) {
            wanted.insert(name, at: .distantPast)
        }
    }

    /// Plans to unlock a host if no link on it is being checked.
    private mutating func release(_ name: String, at now: Date) {
        guard let host = hosts[name], host.running == 0 else { return }
        if locked.contains(name) {
            releases.insert(name, at: now + pacer.remainingPause(of: host.policy, at: now))
        } else if host.waiting.isEmpty {
            hosts[name] = nil
        }
    }
}

// MARK: - Messages

extension LinkSource {
    /// The time at which the next message is due, or `nil` if only another event can make it due.
    var nextMessageTime: Date? {
        guard isShared, !isSending else { return nil }
        let attempt = missingHosts > 0 ? wanted.first : nil
        return [attempt, releases.first].compactMap(\.self).min()
    }

    /// The number of additional hosts that the program may lock. At most `hostLimit` locked hosts
    /// may have links without outcomes. With the hosts that are locked only for a pause, at most
    /// twice as many hosts may be locked.
    private var missingHosts: Int {
        let busyHosts = locked.count - releases.count
        return min(hostLimit - busyHosts, 2 * hostLimit - locked.count)
    }

    /// Returns the message to send now, or `nil` if none is due.
    ///
    /// - Parameter isEnding: Whether the check is ending and only saves its last outcomes.
    mutating func nextMessage(at now: Date, isEnding: Bool) -> Message? {
        guard !isSending else { return nil }
        var message = Message(start: start, session: session, outcomes: finished)
        if session != nil, !isEnding {
            addHosts(to: &message, at: now)
        }
        let isReconnecting = !permitsRequests && !isEnding
        guard isReconnecting || !message.isEmpty else { return nil }
        finished = []
        isSending = true
        return message
    }

    private mutating func addHosts(to message: inout Message, at now: Date) {
        while let name = releases.removeFirst(until: now) {
            message.unlocked.append(name)
            locked.remove(name)
            if hosts[name]?.waiting.isEmpty == false {
                wanted.insert(name, at: now)
            } else {
                hosts[name] = nil
            }
        }
        message.limit = missingHosts
        // Other programs may already have locked some of the hosts.
        while message.wanted.count < 4 * message.limit, let name = wanted.removeFirst(until: now) {
            message.wanted.append((name, hosts[name]?.waiting.map(\.id) ?? []))
        }
    }

    /// Receives the reply to the last message, and returns the outcomes to report.
    mutating func receive(_ reply: Reply, to message: Message, at now: Date) -> [CheckOutcome] {
        isSending = false
        session = reply.session
        var outcomes = message.outcomes
        for outcome in outcomes {
            finish(outcome.link, at: now)
        }
        locked.formUnion(reply.locked)
        // If the limit was reached, the store may not have tried the other hosts.
        let isLimited = reply.locked.count == message.limit
        for (name, links) in message.wanted {
            if reply.locked.contains(name) {
                outcomes += begin(links.count, on: name, reply.records, at: now)
            } else {
                wanted.insert(name, at: isLimited ? now : now + Self.lockDelay)
            }
        }
        return outcomes
    }

    /// Begins the checks of the first waiting links of a locked host. Returns the outcomes of the
    /// links that have a record.
    private mutating func begin(
        _ number: Int,
        on name: String,
        _ records: [Link.ID: CheckRecord],
        at now: Date
    ) -> [CheckOutcome] {
        guard let host = hosts[name] else { return [] }
        var outcomes: [CheckOutcome] = []
        for link in host.waiting.prefix(number) {
            if let record = records[link.id] {
                outcomes.append(.checked(link, record))
            } else {
                pacer.add(LinkCheck(link, on: host.policy))
            }
        }
        count -= outcomes.count
        hosts[name]?.running += number - outcomes.count
        hosts[name]?.waiting.removeFirst(number)
        release(name, at: now)
        return outcomes
    }

    /// Handles a message that could not be sent.
    ///
    /// - Throws: The given error if the check cannot continue.
    mutating func fail(
        _ message: Message,
        _ error: any Error,
        at now: Date,
        isEnding: Bool
    ) throws {
        isSending = false
        let isTemporary = (error as? StoreError)?.isTemporary == true
        guard isTemporary, session != nil, !isEnding else {
            throw error
        }
        session = nil
        finished = message.outcomes + finished
        withdraw(at: now)
    }

    /// Withdraws all checks that are not running, because the locks were lost.
    private mutating func withdraw(at now: Date) {
        locked = []
        releases = TimeQueue()
        wanted = TimeQueue()
        for check in pacer.removeWaiting() {
            hosts[check.home.name]?.running -= 1
            hosts[check.home.name]?.waiting.append(check.link)
        }
        for (name, host) in hosts {
            if host.waiting.isEmpty {
                release(name, at: now)
            } else {
                wanted.insert(name, at: now)
            }
        }
    }
}

extension LinkSource.Message {
    fileprivate var isEmpty: Bool { outcomes.isEmpty && unlocked.isEmpty && wanted.isEmpty }

    /// Performs the actions in the store. They are part of the current session, or of another
    /// session as soon as it begins. After an error in the current session, another message repeats
    /// the actions.
    func send(_ environment: CheckEnvironment) async throws -> LinkSource.Reply {
        guard start != nil, session == nil else {
            return try await perform(in: session, environment.history)
        }
        return try await environment.persistently(for: LinkSource.sharedPatience) {
            let session = try await environment.history.beginSession(resuming: start)
            return try await perform(in: session, environment.history)
        }
    }

    private func perform(
        in session: (any CheckSession)?,
        _ history: any CheckHistoryStore
    ) async throws -> LinkSource.Reply {
        let records = outcomes.compactMap(\.record)
        let urls = Dictionary(outcomes.map { ($0.link.id, $0.link.url) }) { $1 }
        guard let session else {
            try await history.append(records, of: urls)
            return LinkSource.Reply()
        }
        var reply = LinkSource.Reply(session: session)
        do {
            if !records.isEmpty {
                try await session.save(records, of: urls)
            }
            if !unlocked.isEmpty {
                try await session.unlock(unlocked)
            }
            if !wanted.isEmpty {
                reply.locked = Set(try await session.lock(wanted.map(\.host), limit: limit))
                // The records are read after the hosts are locked, so they include all records
                // that other programs saved before they unlocked the hosts.
                let locked = wanted.filter { reply.locked.contains($0.host) }
                reply.records = try await session.records(of: locked.flatMap(\.links))
            }
            return reply
        } catch {
            await session.end()
            throw error
        }
    }
}
