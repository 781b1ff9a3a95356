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
    private static let programs = max(9, number("SHELF_SIMULATED_PROGRAMS") ?? usualPrograms)

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
        let web = simulation.webState
        // A link was requested again only if a program that lost its connection requested it before
        // saving a record, or before noticing the loss.
        let lost: Set = [0, 2, 3, 4]
        let repeats = web.repeats.filter { !$0.involves(lost) }
        #expect(repeats.isEmpty, "\(repeats.prefix(9))")
        // Only a program that has not noticed the loss requests a link that has a record.
        let late = web.repeats.filter { $0.isSaved && !lost.contains($0.second) }
        #expect(late.isEmpty, "\(late.prefix(9))")
        // A program notices the loss when it saves the first of the records of the links that it
        // checks at the same time. A link that redirects takes two requests.
        for program in lost {
            let count = Set(web.repeats.filter { $0.involves([program]) }.map(\.link)).count
            #expect(count <= 64, "program \(program)")
        }
        let early = web.tooEarly.filter { !$0.involves(lost) }
        #expect(early.isEmpty, "\(early.prefix(9))")
        // Each program that was not stopped reports every link.
        for (program, count) in simulation.reports.enumerated()
        where ![0, 2, 3].contains(program) {
            #expect(count == links.count, "program \(program)")
            #expect(simulation.errors[program] == nil)
        }
        #expect(simulation.errors[2] == Connection.error)
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
        let web = simulation.webState
        // All programs notice a restart after at most one request to each of the hosts that they
        // have locked, and one to the target of the redirects.
        let requests = restarts.count * (links.count / 50 + Self.programs)
        #expect(web.repeats.count <= requests, "\(web.repeats.count)")
        #expect(simulation.errors.isEmpty)
        #expect(simulation.reports == Array(repeating: links.count, count: Self.programs))
    }

    /// This is the price of locks without expiry.
    @Test func `a suspended program keeps its hosts, so the others end after it continues`()
        async throws
    {
        let simulation = Simulation(programs: 3, CheckPolicy(retries: 0))
        let links = Self.links(400, perHost: 100)
        await simulation.run(links, faults: [(20, .suspend(0, for: .seconds(700)))])
        await expectOneRecord(of: links, simulation)
        let web = simulation.webState
        #expect(web.repeats.isEmpty)
        #expect(web.tooEarly.isEmpty)
        #expect(simulation.reports == [400, 400, 400])
        #expect(try #require(simulation.ends.min()) >= .seconds(700))
    }

    private func expectOneRecord(
        of links: [Link],
        _ simulation: Simulation,
        at location: SourceLocation = #_sourceLocation
    ) async {
        let records = await simulation.history.latest(of: nil).keys
        #expect(records.count == links.count, "a link has no record", sourceLocation: location)
        for link in records where await simulation.history.history(of: link).count != 1 {
            Issue.record("link \(link) was saved twice", sourceLocation: location)
        }
    }
}
