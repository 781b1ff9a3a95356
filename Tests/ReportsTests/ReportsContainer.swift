import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import Injection
import InjectionTesting
import LibraryInterface
import LibraryTesting
import Testing

/// Provides what `SummaryReporter` uses, and nothing else: leave one out, and the tests do not compile.
final class ReportsContainer: SharedContainer, LibraryProviding, CheckingProviding, ClockProviding {
    @TaskLocal static var shared = ReportsContainer()
    let manager = ContainerManager()

    var library: Factory<any LinkLibrary> { self { InMemoryLinkLibrary() }.cached }
    var linkChecker: Factory<any LinkChecker> { self { ScriptedLinkChecker() }.cached }
    var clock: Factory<any WallClock> { self { ManualClock(now: Date(timeIntervalSince1970: 1_700_000_000)) }.cached }

    /// Saves a link.
    func add(_ path: String, title: String? = nil, note: String? = nil, tags: String = "") async throws -> Link {
        let draft = LinkDraft(
            url: "https://example.org/\(path)", title: title, note: note, tags: LinkTag.list(tags),
            added: Date(timeIntervalSince1970: 1_600_000_000))
        return try await library().add(draft, fetching: false).link
    }

    /// Has the checker know these verdicts.
    func remember(_ verdicts: [(Link, Verdict)]) {
        let records = verdicts.map { link, verdict in
            CheckRecord(
                link: link.id, verdict: verdict, attempts: 1, milliseconds: 1,
                reason: verdict == .ok ? nil : "<scripted>", checked: Date(timeIntervalSince1970: 1_650_000_000))
        }
        let checker = ScriptedLinkChecker(earlier: Dictionary(uniqueKeysWithValues: records.map { ($0.link, $0) }))
        linkChecker.register { checker }
    }
}

extension Trait where Self == ContainerTrait<ReportsContainer> {
    /// A container of its own for each test.
    static var reports: Self { Self(shared: ReportsContainer.$shared, container: ReportsContainer()) }
}
