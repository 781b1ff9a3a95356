import Bootstrap
import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import Injection
import InjectionTesting
import LibraryInterface
import LibraryTesting
import ProgramTesting
import Reports
import Synchronization
import Testing
import TransferInterface

extension Trait where Self == ContainerTrait<AppContainer> {
    static var app: Self { Self(shared: AppContainer.$shared, container: AppContainer()) }
}

@Suite(.app)
struct AppContainerTests {
    private let page = "https://example.org/page"

    @Test func `the library reads pages with the registered HTTP client`() async throws {
        AppContainer.shared.httpClient.register {
            ScriptedHTTPClient([
                "/page": .respond(
                    headers: ["Content-Type": "text/html"],
                    body: "<title>A page</title>"
                )
            ])
        }
        let addition = try await AppContainer.shared.library().add(
            LinkDraft(url: page),
            fetching: true
        )
        #expect(addition.pageError == nil)
        #expect(addition.link.title == "A page")
    }

    @Test func `the page reader limits the request rate per host and retries requests`()
        async throws
    {
        let clock = ManualClock()
        let html: HTTPHeaders = ["Content-Type": "text/html"]
        let http = ScriptedHTTPClient(
            [
                "/page": .sequence([.respond(status: 503), .respond(headers: html)]),
                "/page?more": .respond(headers: html),
            ],
            clock: clock
        )
        AppContainer.shared.clock.register { clock }
        AppContainer.shared.httpClient.register { http }
        let driver = Task { while await clock.advanceToNextSleeper() {} }
        defer {
            driver.cancel()
        }
        let begin = clock.now
        for url in [page, page + "?more"] {
            _ = try await AppContainer.shared.library().add(LinkDraft(url: url), fetching: true)
        }
        let starts = http.requests.map {
            Int(($0.received.timeIntervalSince(begin) * 1000).rounded())
        }
        #expect(starts == [0, 500, 550])
    }

    @Test func `the checker saves its records in the store that contains the links`() async throws {
        AppContainer.shared.httpClient.register {
            ScriptedHTTPClient(ScriptedSite(otherwise: .respond(status: 404)))
        }
        let link = try await AppContainer.shared.library().add(
            LinkDraft(url: page),
            fetching: false
        ).link
        let checker = AppContainer.shared.linkChecker()
        for try await outcome in checker.check([link], policy: CheckPolicy(retries: 0)) {
            #expect(outcome.record?.verdict == .dead)
            #expect(outcome.record?.status == 404)
        }
        let records = try await AppContainer.shared.checkHistory().latest(of: nil)
        #expect(records[link.id]?.verdict == .dead)
        #expect(try await AppContainer.shared.reporter().summary().verdicts == [.dead: 1])
    }

    @Test func `the library is in memory by default, or in the file that the settings specify`()
        async throws
    {
        #expect(AppContainer.shared.settings().library == .memory)
        _ = try await AppContainer.shared.library().add(LinkDraft(url: page), fetching: false)
        AppContainer.shared.manager.reset()
        #expect(try await AppContainer.shared.library().links(matching: LinkQuery()).isEmpty)
        let folder = try TemporaryFolder()
        let path = folder.path("shelf.db")
        let container = AppContainer() {
            $0.settings.register { Settings(library: .file(path: path)) }
        }
        _ = try await container.library().add(LinkDraft(url: page), fetching: false)
        #expect(folder.exists("shelf.db"))
    }

    @Test(arguments: LinkLibraryContract.allCases)
    func `the library over SQLite satisfies the contract`(rule: LinkLibraryContract) async throws {
        // A rule compares links that two calls have changed.
        AppContainer.shared.clock.register { ManualClock() }
        try await rule.check(AppContainer.shared.library())
    }

    @Test func `replacing one definition replaces the store of every feature`() async throws {
        let store = InMemoryLinkStore()
        let container = AppContainer()
        container.store.register { store }
        container.httpClient.register {
            ScriptedHTTPClient(ScriptedSite(otherwise: .respond(status: 404)))
        }
        let link = try await container.library().add(LinkDraft(url: page), fetching: false).link
        for try await _ in container.linkChecker().check([link], policy: CheckPolicy(retries: 0)) {}
        #expect(await store.links([link.id]) == [link])
        #expect(await store.history(of: link.id).map(\.verdict) == [.dead])
        let json = Mutex("")
        _ = try await container.linkTransfer().exportLinks(as: .json, keepsFormulas: false) {
            part in
            json.withLock { $0 += part }
        }
        #expect(json.withLock(\.self).contains("\"dead\""))
    }

    @Test
    func `a container other than the shared one has its own library, and can be released`()
        async throws
    {
        var container: AppContainer? = AppContainer()
        weak let released = container
        func use(_ container: AppContainer) async throws {
            _ = container.linkTransfer()
            _ = container.linkChecker()
            _ = container.pageReader()
            _ = container.archivedCopies()
            _ = container.moveReviewer()
            _ = try await container.library().add(LinkDraft(url: page), fetching: false)
            #expect(try await container.reporter().summary().links == 1)
        }
        try await use(try #require(container))
        container = nil
        #expect(released == nil)
        #expect(try await AppContainer.shared.reporter().summary().links == 0)
    }
}
