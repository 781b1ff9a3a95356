import Checking
import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import Synchronization
import Testing
import ThreadTesting

/// Programs that share an in-memory history and a simulated web. A manual clock advances whenever
/// all programs wait.
final class Simulation: Sendable {
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
    private let web: Web
    private let results: Mutex<[Result]>
    private struct Result {
        var reports = 0
        var error: StoreError?
        var end = Duration.zero
    }

    /// The number of links that each program has reported.
    var reports: [Int] { results.withLock { $0.map(\.reports) } }
    /// The errors that ended checks, by program.
    var errors: [Int: StoreError] {
        results.withLock { results in
            results.enumerated().reduce(into: [:]) { $0[$1.offset] = $1.element.error }
        }
    }
    /// The times at which the programs ended, relative to the initial time of the clock.
    var ends: [Duration] { results.withLock { $0.map(\.end) } }
    var webState: Web.State { web.state.withLock(\.self) }

    private let connections: [Connection]
    private let clocks: [ProgramClock]
    private let executor = SerialTaskExecutor()
    private let policy: CheckPolicy

    init(programs: Int, _ policy: CheckPolicy) {
        self.policy = policy
        web = Web(clock: clock, interval: policy.interval / .seconds(1))
        results = Mutex(Array(repeating: Result(), count: programs))
        clocks = (0..<programs).map { [clock] _ in ProgramClock(clock) }
        connections = (0..<programs).map { [clock] _ in Connection(clock: clock) }
    }

    func shiftClock(of program: Int, by shift: Duration) {
        clocks[program].shift(by: shift)
    }

    /// Runs all programs to completion. Each fault occurs after the given number of requests.
    func run(
        _ links: [Link],
        faults: [(after: Int, Fault)],
        at location: SourceLocation = #_sourceLocation
    ) async {
        let programs = connections.indices.map { start($0, links, at: location) }
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
                case .cutOff(let program, let duration):
                    await connections[program].fail(for: duration)
                case .restart:
                    for connection in connections {
                        await connection.fail(for: .seconds(4))
                    }
                }
            } while await clock.advanceToNextSleeper()
            return faults.count
        }
        for program in programs {
            await program.value
        }
        driver.cancel()
        #expect(await driver.value == 0, "some faults did not occur", sourceLocation: location)
    }

    private func start(
        _ program: Int,
        _ links: [Link],
        at location: SourceLocation
    ) -> Task<Void, Never> {
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
                    let hasMoved = outcome.link.url.contains("/moved")
                    let expected: Verdict = hasMoved ? .moved : .ok
                    #expect(outcome.record?.verdict == expected, sourceLocation: location)
                    results.withLock { $0[program].reports += 1 }
                }
            } catch let error as StoreError {
                results.withLock { $0[program].error = error }
            } catch {
                Issue.record(error, sourceLocation: location)
            }
            let end = self.clock.now.duration(since: ManualClock().now)
            results.withLock { $0[program].end = end }
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
final class Connection: Sendable {
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

    /// Ends the session on the server, and makes the connection fail for at least the given
    /// duration.
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
private struct Store: EmptyHistoryStore {
    let history: InMemoryCheckHistoryStore
    let web: Web
    let connection: Connection
    let clock: ProgramClock

    func append(_ records: [CheckRecord], of urls: [Link.ID: String]) async throws {
        Issue.record("a shared check saves records in its session")
    }

    func beginSession(resuming start: Int64?) async throws -> (any CheckSession)? {
        try connection.check()
        let session = try await history.session(resuming: start)
        connection.hold(session)
        return ObservedSession(
            session: session,
            before: { _ in
                try await clock.waitWhileSuspended()
                try connection.check()
            },
            after: { action in
                if case .save(let links) = action {
                    web.state.withLock { $0.saved.formUnion(links) }
                }
                try await clock.waitWhileSuspended()
            }
        )
    }
}

/// Sites that respond immediately and record requests that are too early or repeated.
final class Web: Sendable {
    struct Repetition {
        let url: String
        /// The link that was requested, directly or as the target of a redirect.
        let link: Link.ID
        /// The program that sent the previous request.
        let first: Int
        let second: Int
        /// Whether the link had a record.
        var isSaved = false

        /// Whether one of the programs sent one of the two requests.
        func involves(_ programs: Set<Int>) -> Bool {
            programs.contains(first) || programs.contains(second)
        }
    }

    struct State {
        var count = 0
        var tooEarly: [Repetition] = []
        var repeats: [Repetition] = []
        var last: [String: (time: Date, program: Int)] = [:]
        /// The program that last requested each URL.
        var programs: [String: Int] = [:]
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
            if let first = state.programs[url] {
                let repetition = Repetition(
                    url: url,
                    link: link,
                    first: first,
                    second: program,
                    isSaved: state.saved.contains(link)
                )
                state.repeats.append(repetition)
            }
            state.programs[url] = program
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
