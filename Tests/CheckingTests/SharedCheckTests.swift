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
/// these numbers. With a million links, run one test at a time in release, because each test takes
/// more than 20 minutes and several gigabytes of memory.
@Suite(.timeLimit(.minutes(60)))
struct SharedCheckTests {
    #if DEBUG
        private static let usualPrograms = 12
        private static let usualLinks = 2400
    #else
        private static let usualPrograms = 200
        private static let usualLinks = 10_000
    #endif
    private static let links = number("SHELF_SIMULATED_LINKS") ?? usualLinks
    private static let programs = number("SHELF_SIMULATED_PROGRAMS") ?? usualPrograms

    private static func number(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap(Int.init)
    }

    /// Returns links, of which each host has `perHost`. Some links redirect to a host that all
    /// programs need.
    private static func links(_ count: Int, perHost: Int) -> [Link] {
        (0..<count).map { id in
            Link(
                id: Int64(id + 1),
                url: "http://host\(id / perHost).example/\(id % 97 == 0 ? "moved" : "")\(id)",
                added: .distantPast,
                updated: .distantPast
            )
        }
    }

    @Test
    func
        `programs check each link once while some are killed, suspended, cut off or have wrong clocks`()
        async throws
    {
        let simulation = Simulation(programs: Self.programs, CheckPolicy(retries: 0))
        let links = Self.links(Self.links, perHost: 50)
        simulation.shiftClock(of: 7, by: .seconds(86_400))
        simulation.shiftClock(of: 8, by: .seconds(-86_400))
        let faults: [(after: Double, Simulation.Fault)] = [
            (0.1, .kill(0)),
            (0.2, .suspend(5, for: .seconds(60))),
            (0.3, .cutOff(2, for: .seconds(3600))),
            (0.4, .cutOff(4, for: .seconds(60))),
            (0.5, .kill(3)),
            (0.6, .suspend(6, for: .seconds(8))),
        ]
        let counted = faults.map { (Int($0.after * Double(links.count)), $0.1) }
        await simulation.run(links, faults: counted)
        await expectOneRecord(of: links, simulation)
        let web = simulation.web.state.withLock { $0 }
        // A link was requested again only if a program that lost its connection requested it before
        // saving a record, or before noticing the loss.
        let lost: Set = [0, 2, 3, 4]
        let repeats = web.repeats.filter { !lost.contains($0.first) && !lost.contains($0.second) }
        #expect(repeats.isEmpty, "\(repeats.prefix(9))")
        // Only a program that has not noticed the loss requests a link that has a record.
        let late = web.repeats.filter { $0.isSaved && !lost.contains($0.second) }
        #expect(late.isEmpty, "\(late.prefix(9))")
        // A program notices the loss when it saves the first of the records of the links that it
        // checks at the same time. A link that redirects takes two requests.
        for program in lost {
            let repeats = web.repeats.filter { program == $0.first || program == $0.second }
            let count = Set(repeats.map(\.link)).count
            #expect(count <= 64, "program \(program)")
        }
        let early = web.tooEarly.filter { !lost.contains($0.first) && !lost.contains($0.second) }
        #expect(early.isEmpty, "\(early.prefix(9))")
        // Each program that was not stopped reports every link.
        let reports = simulation.reports.withLock { $0 }
        let errors = simulation.errors.withLock { $0 }
        for program in reports.indices where ![0, 2, 3].contains(program) {
            #expect(reports[program] == links.count, "program \(program)")
            #expect(errors[program] == nil)
        }
        #expect(errors[2] == Connection.error)
        // 200 programs with a million links share 8 GB.
        #expect(peakMemory < 8 << 30)
    }

    /// The largest amount of memory that this process has used, in bytes, or 0 if the system does
    /// not report it.
    private var peakMemory: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let kilobytes = status.firstMatch(of: /VmHWM:\s*(\d+) kB/).flatMap { Int($0.1) }
        return (kilobytes ?? 0) * 1024
    }

    @Test func `programs continue after each restart of the server`() async throws {
        let simulation = Simulation(programs: Self.programs, CheckPolicy(retries: 0))
        let links = Self.links(Self.links / 2, perHost: 50)
        let restarts = [0.2, 0.4, 0.6].map {
            (Int($0 * Double(links.count)), Simulation.Fault.restart)
        }
        await simulation.run(links, faults: restarts)
        await expectOneRecord(of: links, simulation)
        let web = simulation.web.state.withLock { $0 }
        // All programs notice a restart after at most one request to each of the hosts that they
        // have locked, and one to the target of the redirects.
        let requests = restarts.count * (links.count / 50 + Self.programs)
        #expect(web.repeats.count <= requests, "\(web.repeats.count)")
        #expect(simulation.errors.withLock { $0 }.isEmpty)
        #expect(simulation.reports.withLock { $0 }.allSatisfy { $0 == links.count })
    }

    /// This is the price of locks without expiry.
    @Test func `a suspended program keeps its hosts, so the others end after it continues`()
        async throws
    {
        let simulation = Simulation(programs: 3, CheckPolicy(retries: 0))
        let links = Self.links(400, perHost: 100)
        await simulation.run(links, faults: [(20, .suspend(0, for: .seconds(1200)))])
        await expectOneRecord(of: links, simulation)
        let web = simulation.web.state.withLock { $0 }
        #expect(web.repeats.isEmpty)
        #expect(web.tooEarly.isEmpty)
        #expect(simulation.reports.withLock { $0 } == [400, 400, 400])
        #expect(simulation.clock.now.duration(since: ManualClock().now) >= .seconds(1200))
    }

    @Test
    func `programs that start while the server restarts join the check once they reach the server`()
        async throws
    {
        let policy = CheckPolicy(interval: .milliseconds(200), retries: 0)
        let simulation = Simulation(programs: 4, policy)
        let links = Self.links(400, perHost: 50)
        for program in [2, 3] {
            await simulation.cutOff(program, for: .seconds(4))
        }
        await simulation.run(links, faults: [])
        await expectOneRecord(of: links, simulation)
        #expect(simulation.web.state.withLock { $0.repeats.isEmpty })
        #expect(simulation.errors.withLock { $0 }.isEmpty)
        #expect(simulation.reports.withLock { $0 } == [400, 400, 400, 400])
    }

    private func expectOneRecord(of links: [Link], _ simulation: Simulation) async {
        let records = await simulation.history.latest(of: nil).keys
        #expect(records.count == links.count, "a link has no record")
        for link in records where await simulation.history.history(of: link).count != 1 {
            Issue.record("link \(link) was saved twice")
        }
    }
}

/// Programs that share an in-memory history and a simulated web. A manual clock advances whenever
/// all programs wait.
private final class Simulation: Sendable {
    enum Fault {
        /// The program stops without saving or releasing anything.
        case kill(Int)
        /// The program does not run for a while, but its connection remains.
        case suspend(Int, for: Duration)
        /// The connection of the program ends, and the program cannot connect again for a while.
        case cutOff(Int, for: Duration)
        /// All connections end, and no program can connect for 4 seconds.
        case restart
    }

    let clock = ManualClock()
    let history = InMemoryCheckHistoryStore(isShared: true)
    let web: Web
    let reports: Mutex<[Int]>
    let errors = Mutex<[Int: StoreError]>([:])
    private let connections: [Connection]
    private let clocks: [ProgramClock]
    private let executor = SerialTaskExecutor()
    private let policy: CheckPolicy

    init(programs: Int, _ policy: CheckPolicy) {
        self.policy = policy
        web = Web(clock: clock, interval: policy.interval / .seconds(1))
        reports = Mutex(Array(repeating: 0, count: programs))
        clocks = (0..<programs).map { [clock] _ in ProgramClock(clock) }
        connections = (0..<programs).map { [clock] _ in Connection(clock: clock) }
    }

    func shiftClock(of program: Int, by shift: Duration) {
        clocks[program].shift(by: shift)
    }

    func cutOff(_ program: Int, for duration: Duration) async {
        await connections[program].fail(for: duration)
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
                    await connections[program].fail(for: .seconds(1e9))
                    programs[program].cancel()
                case .suspend(let program, let duration): clocks[program].suspend(for: duration)
                case .cutOff(let program, let duration): await cutOff(program, for: duration)
                case .restart:
                    for connection in connections {
                        await connection.fail(for: .seconds(4))
                    }
                }
            } while await clock.advanceToNextSleeper()
        }
        for program in programs {
            await program.value
        }
        driver.cancel()
    }

    private func start(_ program: Int, _ links: [Link]) -> Task<Void, Never> {
        let clock = clocks[program]
        let connection = connections[program]
        let checker = ConcurrentLinkChecker(
            http: Browser(program: program, web: web, clock: clock),
            history: Store(history: history, web: web, connection: connection, clock: clock),
            clock: clock,
            executor: executor
        )
        let position = Mutex(0)
        let pages: LinkBatches = {
            try connection.check()
            return position.withLock { start in
                let page = links[start..<min(start + 1000, links.count)]
                start = page.endIndex
                return page.isEmpty ? nil : Array(page)
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

/// The clock of a program that may be wrong, and stops while the program is suspended.
private final class ProgramClock: WallClock {
    private struct State {
        var shift = Duration.zero
        var suspensionEnd = Date.distantPast
    }

    private let clock: ManualClock
    private let state = Mutex(State())

    init(_ clock: ManualClock) {
        self.clock = clock
    }

    func shift(by shift: Duration) {
        state.withLock { $0.shift = shift }
    }

    func suspend(for duration: Duration) {
        let end = clock.now + duration
        state.withLock { $0.suspensionEnd = end }
    }

    var now: Date { clock.now + state.withLock { $0.shift } }

    func sleep(for duration: Duration) async throws {
        try await clock.sleep(for: duration)
        try await waitWhileSuspended()
    }

    /// Waits until the program runs again. All events of a suspended program wait here.
    func waitWhileSuspended() async throws {
        while true {
            let end = state.withLock { $0.suspensionEnd }
            guard clock.now < end else { return }
            try await clock.sleep(for: end.duration(since: clock.now))
        }
    }
}

/// The connection of a program to the server.
private final class Connection: Sendable {
    private struct State {
        var failureEnd = Date.distantPast
        /// The session on the server that the connection holds.
        var session: (any CheckSession)?
    }

    static let error = StoreError.unreachable(path: "simulation", reason: "no connection")
    private let clock: ManualClock
    private let state = Mutex(State())

    init(clock: ManualClock) {
        self.clock = clock
    }

    /// Ends the session on the server, and makes the connection fail for the given duration. A
    /// failure is not shortened.
    func fail(for duration: Duration) async {
        let end = clock.now + duration
        let session = state.withLock { state in
            state.failureEnd = max(state.failureEnd, end)
            return state.session.take()
        }
        await session?.end()
    }

    func hold(_ session: any CheckSession) {
        state.withLock { $0.session = session }
    }

    func check() throws {
        guard clock.now >= state.withLock({ $0.failureEnd }) else {
            throw Self.error
        }
    }
}

/// A history that a program accesses through its connection.
private struct Store: CheckHistoryStore {
    let history: InMemoryCheckHistoryStore
    let web: Web
    let connection: Connection
    let clock: ProgramClock

    func append(_ records: [CheckRecord], of urls: [Link.ID: String]) async throws {
        Issue.record("a shared check saves records in its session")
    }

    func latest(of links: [Link.ID]?) async throws -> [Link.ID: CheckRecord] {
        await history.latest(of: links)
    }
    func history(of link: Link.ID) async throws -> [CheckRecord] {
        await history.history(of: link)
    }
    func verdictRuns(of links: [Link.ID]?) async throws -> [Link.ID: VerdictRun] {
        await history.verdictRuns(of: links)
    }

    func beginSession(resuming start: Int64?) async throws -> (any CheckSession)? {
        try connection.check()
        let session = try await history.session(resuming: start)
        connection.hold(session)
        return Session(session: session, web: web, connection: connection, clock: clock)
    }

    private struct Session: CheckSession {
        let session: any CheckSession
        let web: Web
        let connection: Connection
        let clock: ProgramClock

        var start: Int64 { session.start }

        func lock(
            _ hosts: [(name: String, links: [Link.ID: String])]
        ) async throws -> LockedHosts {
            try await call { try await session.lock(hosts) }
        }

        func unlock(_ hosts: [String]) async throws {
            try await call { try await session.unlock(hosts) }
        }

        func save(_ records: [CheckRecord], of urls: [Link.ID: String]) async throws {
            try await call {
                try await session.save(records, of: urls)
                web.state.withLock { $0.saved.formUnion(records.map(\.link)) }
            }
        }

        func end() async {
            await session.end()
        }

        private func call<Result: Sendable>(
            _ body: @Sendable () async throws -> Result
        ) async throws -> Result {
            try await clock.waitWhileSuspended()
            try connection.check()
            let result = try await body()
            try await clock.waitWhileSuspended()
            return result
        }
    }
}

/// Sites that respond immediately and record requests that are too early or repeated.
private final class Web: Sendable {
    struct Repetition {
        let url: String
        /// The link that was requested, directly or as the target of a redirect.
        let link: Link.ID
        /// The program that sent the previous request.
        let first: Int
        let second: Int
        /// Whether the link had a record.
        var isSaved = false
    }

    struct State {
        var count = 0
        var tooEarly: [Repetition] = []
        var repeats: [Repetition] = []
        var last: [String: (time: Date, program: Int)] = [:]
        var requests: [String: Int] = [:]
        /// The links that have a record.
        var saved: Set<Link.ID> = []
    }

    let state = Mutex(State())
    private let clock: ManualClock
    private let interval: TimeInterval

    init(clock: ManualClock, interval: TimeInterval) {
        self.clock = clock
        self.interval = interval
    }

    func respond(to request: HTTPRequest, from program: Int) -> HTTPResponse {
        let host = request.url.host ?? ""
        let url = request.url.absoluteString
        let now = clock.now
        state.withLock { state in
            state.count += 1
            // The path of a link, and that of the target of its redirect, ends with its number.
            let link = (Int64(request.url.lastPathComponent.filter(\.isNumber)) ?? -1) + 1
            // The dates of a manual clock have rounding errors, because they are sums of fractions.
            // Each program has its own pace for the targets of redirects.
            if let last = state.last[host], now.timeIntervalSince(last.time) < interval - 0.001,
                host != "shared.example" || last.program == program
            {
                state.tooEarly.append(
                    Repetition(url: url, link: link, first: last.program, second: program)
                )
            }
            state.last[host] = (now, program)
            if let first = state.requests[url] {
                let repetition = Repetition(
                    url: url,
                    link: link,
                    first: first,
                    second: program,
                    isSaved: state.saved.contains(link)
                )
                state.repeats.append(repetition)
            }
            state.requests[url] = program
        }
        guard request.url.path.hasPrefix("/moved") else {
            return HTTPResponse(status: 200, url: request.url)
        }
        let target = "http://shared.example/\(request.url.path.dropFirst(6))"
        return HTTPResponse(status: 301, headers: ["Location": target], url: request.url)
    }
}

private struct Browser: HTTPClient {
    let program: Int
    let web: Web
    let clock: ProgramClock

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        guard !Task.isCancelled else { throw .canceled }
        // If the program is suspended, it receives the response only when it continues.
        let response = web.respond(to: request, from: program)
        try? await clock.waitWhileSuspended()
        return response
    }
}
