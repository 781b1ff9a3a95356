import Checking
import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import Synchronization
import Testing
import ThreadTesting

/// Tests of checks of one library by many programs. A debug build simulates fewer links and
/// programs, because it is slower. `SHELF_SIMULATED_LINKS` and `SHELF_SIMULATED_PROGRAMS` override
/// these numbers. Each program reports every link and holds up to 90,000 links in memory, so 200
/// programs that check more links than that need 16 GB.
@Suite(.timeLimit(.minutes(60)))
struct SharedCheckTests {
    #if DEBUG
        private static let usualPrograms = 12
        private static let usualLinks = 6000
    #else
        private static let usualPrograms = 200
        private static let usualLinks = 10_000
    #endif
    private static let links = number("SHELF_SIMULATED_LINKS") ?? usualLinks
    private static let programs = number("SHELF_SIMULATED_PROGRAMS") ?? usualPrograms

    private static func number(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap(Int.init)
    }

    @Test
    func
        `programs share links and host limits even if some are killed or lose their connection`()
        async throws
    {
        let simulation = Simulation(programs: Self.programs, CheckPolicy(retries: 0))
        // Each host has 50 links. Some links redirect to a host that all programs need.
        let links = (0..<Self.links).map { id in
            Link(
                id: Int64(id + 1),
                url: "http://host\(id / 50).example/\(id % 997 == 0 ? "moved" : "")\(id)",
                added: .distantPast,
                updated: .distantPast
            )
        }
        let faults: [(after: Double, Simulation.Fault)] = [
            (0.1, .kill(0)),
            (0.2, .kill(1)),
            (0.3, .cutOff(2)),
            (0.4, .restart),
            (0.5, .kill(3)),
            (0.6, .restart),
        ]
        await simulation.run(
            links,
            faults: faults.map { (Int($0.after * Double(links.count)), $0.1) }
        )
        await expectOneCheck(of: links, simulation)
        // Each program that was not stopped reports every link.
        let reports = simulation.reports.withLock { $0 }
        #expect(reports.dropFirst(4).allSatisfy { $0 == links.count }, "\(reports)")
        let errors = simulation.errors.withLock { $0 }
        #expect(errors[2] == Connection.error, "\(errors)")
        #expect(errors.keys.allSatisfy { $0 < 4 }, "\(errors)")
    }

    @Test
    func
        `a program that cannot reach the store stops before its claims expire, and later starts over`()
        async throws
    {
        // The first program claims the links of a host for about 200 seconds. It loses its
        // connection for longer than a lease, but not long enough for the check to fail.
        let simulation = Simulation(programs: 3, CheckPolicy(interval: .seconds(2), retries: 0))
        let links = (0..<480).map { id in
            let path = id % 16 == 0 ? "moved\(id)" : "\(id)"
            return Link(
                id: Int64(id + 1),
                url: "http://host\(id / 120).example/\(path)",
                added: .distantPast,
                updated: .distantPast
            )
        }
        await simulation.run(links, faults: [(20, .interrupt(0)), (200, .cutOff(1))])
        await expectOneCheck(of: links, simulation)
        #expect(simulation.errors.withLock { $0.keys.sorted() } == [1])
        let reports = simulation.reports.withLock { $0 }
        #expect(reports[0] == links.count, "\(reports)")
        #expect(reports[2] == links.count, "\(reports)")
    }

    @Test
    func `programs that start while the server restarts join the check once they reach the server`()
        async throws
    {
        let policy = CheckPolicy(interval: .milliseconds(200), retries: 0)
        let simulation = Simulation(programs: 4, policy)
        let links = (0..<400).map { id in
            Link(
                id: Int64(id + 1),
                url: "http://host\(id / 50).example/\(id)",
                added: .distantPast,
                updated: .distantPast
            )
        }
        simulation.interrupt([2, 3], for: 4)
        await simulation.run(links, faults: [])
        await expectOneCheck(of: links, simulation)
        let requests = simulation.web.state.withLock { $0.count }
        let errors = simulation.errors.withLock { $0 }
        let reports = simulation.reports.withLock { $0 }
        #expect(requests == 400)
        #expect(errors == [:])
        #expect(reports == [400, 400, 400, 400])
    }

    private func expectOneCheck(of links: [Link], _ simulation: Simulation) async {
        let records = await simulation.history.latest(of: nil).keys
        #expect(records.count == links.count, "a link has no record")
        for link in records where await simulation.history.history(of: link).count != 1 {
            Issue.record("link \(link) was saved twice")
        }
        simulation.web.state.withLock { web in
            #expect(web.repeats == [], "requested again while claimed")
            #expect(web.tooEarly == [], "requested before the interval had passed")
            #expect(web.count >= links.count)
        }
    }
}

/// Programs that share an in-memory history and a simulated web. A manual clock advances whenever
/// all programs wait.
private final class Simulation: Sendable {
    enum Fault {
        /// The program stops without saving or releasing anything.
        case kill(Int)
        /// The program can no longer reach the store.
        case cutOff(Int)
        /// No program can reach the store for 4 seconds.
        case restart
        /// The program cannot reach the store for 58 seconds, beginning with its next attempt.
        case interrupt(Int)
    }

    let clock = ManualClock()
    let history: InMemoryCheckHistoryStore
    let web: Web
    let reports: Mutex<[Int]>
    let errors = Mutex<[Int: StoreError]>([:])
    private let connections: [Connection]
    private let executor = SerialTaskExecutor()
    private let policy: CheckPolicy

    init(programs: Int, _ policy: CheckPolicy) {
        self.policy = policy
        history = InMemoryCheckHistoryStore(clock: clock)
        web = Web(
            clock: clock,
            interval: policy.interval / .seconds(1),
            timeout: policy.timeout / .seconds(1)
        )
        reports = Mutex(Array(repeating: 0, count: programs))
        connections = (0..<programs).map { [clock] _ in Connection(clock: clock) }
    }

    /// Disconnects programs for the given number of seconds, beginning with their next attempt.
    func interrupt(_ programs: [Int], for duration: TimeInterval) {
        for program in programs {
            connections[program].fail(for: duration)
        }
    }

    /// Runs all programs to completion. Each fault occurs after the given number of requests.
    func run(_ links: [Link], faults: [(after: Int, Fault)]) async {
        let programs = connections.indices.map { start($0, links) }
        let driver = Task { [clock, executor, web] in
            var faults = faults[...]
            repeat {
                await clock.waitForSleepers(1)
                await executor.waitUntilIdle()
                guard let fault = faults.first?.1,
                    web.state.withLock({ $0.count }) >= faults.first?.after ?? 0
                else { continue }
                faults.removeFirst()
                switch fault {
                case .kill(let program):
                    connections[program].fail(for: .infinity)
                    programs[program].cancel()
                case .cutOff(let program): connections[program].fail(for: .infinity)
                case .restart: for connection in connections { connection.fail(for: 4) }
                case .interrupt(let program): connections[program].fail(for: 58)
                }
            } while await clock.advanceToNextSleeper()
        }
        for program in programs {
            await program.value
        }
        driver.cancel()
    }

    private func start(_ program: Int, _ links: [Link]) -> Task<Void, Never> {
        let checker = ConcurrentLinkChecker(
            http: Browser(web: web),
            history: Store(history: history, connection: connections[program]),
            clock: clock,
            executor: executor
        )
        let connection = connections[program]
        let pages: LinkBatches = {
            let position = Mutex(0)
            return AsyncThrowingStream<[Link], any Error> {
                try connection.check()
                return position.withLock { start in
                    let page = links[start..<min(start + 1000, links.count)]
                    start = page.endIndex
                    return page.isEmpty ? nil : Array(page)
                }
            }
        }
        return Task(executorPreference: executor) { [self] in
            do {
                for try await outcome in checker.check(pages, policy: policy) {
                    #expect(outcome.record?.verdict == .ok || outcome.record?.verdict == .moved)
                    reports.withLock { $0[program] += 1 }
                }
            } catch {
                errors.withLock { $0[program] = error as? StoreError }
            }
        }
    }
}

/// A connection to the store.
private final class Connection: Sendable {
    static let error = StoreError.unreachable(path: "simulation", reason: "no connection")
    private let clock: ManualClock
    private let failure = Mutex<(duration: TimeInterval, start: Date?)>((0, nil))

    init(clock: ManualClock) {
        self.clock = clock
    }

    /// Makes the connection fail for the given duration, beginning with its next use. A permanent
    /// failure is not shortened.
    func fail(for duration: TimeInterval) {
        failure.withLock { if $0.duration != .infinity { $0 = (duration, nil) } }
    }

    func check() throws {
        try failure.withLock { failure in
            let start = failure.start ?? clock.now
            failure.start = start
            if clock.now < start + failure.duration {
                throw Self.error
            }
        }
    }
}

/// A history with sessions that a program accesses through its connection.
private struct Store: CheckHistoryStore {
    let history: InMemoryCheckHistoryStore
    let connection: Connection

    func append(_ records: [CheckRecord], of urls: [Link.ID: String]) async throws {
        Issue.record("a shared check saves only claimed links")
    }

    func latest(of links: [Link.ID]?) async throws -> [Link.ID: CheckRecord] {
        await history.latest(of: links)
    }
    func history(of link: Link.ID) async throws -> [CheckRecord] {
        await history.history(of: link)
    }

    func beginSession(lease: Duration) async throws -> (any CheckSession)? {
        try connection.check()
        let session = try #require(await history.beginSession(lease: lease))
        return Session(session: session, connection: connection)
    }

    private struct Session: CheckSession {
        let session: any CheckSession
        let connection: Connection

        var start: Int64 { session.start }

        func exchange(_ request: SessionRequest) async throws -> SessionReply {
            try connection.check()
            return try await session.exchange(request)
        }

        func end(releasing hosts: [String: Duration]) async throws {
            try connection.check()
            try await session.end(releasing: hosts)
        }
    }
}

/// Sites that respond immediately and record requests that are too early or repeated.
private final class Web: Sendable {
    struct State {
        var count = 0
        var tooEarly: [String] = []
        var repeats: [String] = []
        var last: [String: Date] = [:]
        var requests: [String: Date] = [:]
    }

    let state = Mutex(State())
    private let clock: ManualClock
    private let interval: TimeInterval
    private let timeout: TimeInterval

    init(clock: ManualClock, interval: TimeInterval, timeout: TimeInterval) {
        self.clock = clock
        self.interval = interval
        self.timeout = timeout
    }

    func respond(to request: HTTPRequest) -> HTTPResponse {
        let host = request.url.host ?? ""
        let url = request.url.absoluteString
        let now = clock.now
        state.withLock { state in
            state.count += 1
            // The dates of a manual clock have rounding errors, because they are sums of fractions.
            if let last = state.last[host], now.timeIntervalSince(last) < interval - 0.001 {
                state.tooEarly.append(url)
            }
            state.last[host] = now
            // A claim lasts at least until the timeout of a request, so another program cannot
            // request the link before then.
            if let last = state.requests[url], now.timeIntervalSince(last) < timeout {
                state.repeats.append(url)
            }
            state.requests[url] = now
        }
        guard request.url.path.hasPrefix("/moved") else {
            return HTTPResponse(status: 200, url: request.url)
        }
        let target = "http://shared.example/\(request.url.path.dropFirst(6))"
        return HTTPResponse(status: 301, headers: ["Location": target], url: request.url)
    }
}

private struct Browser: HTTPClient {
    let web: Web

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        guard !Task.isCancelled else { throw .cancelled }
        return web.respond(to: request)
    }
}
