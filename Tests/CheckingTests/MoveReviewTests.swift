import Checking
import CheckingInterface
import Core
import CoreTesting
import Foundation
import PagesInterface
import PagesTesting
import ProgramTesting
import Testing

/// Tests of permanent redirects that do not lead to the saved page.
struct MoveReviewTests {
    /// A permanent redirect of a link.
    private struct Move {
        var old = "http://a.example/x"
        var new = "http://a.example/y"
        var title: String? = "Swift concurrency explained"
        var newTitle: String? = "Swift concurrency explained"
    }

    /// Returns the reasons why links keep their URLs, by the number of the link.
    private func doubts(
        _ moves: [Move],
        behavior: ScriptedSite.Behavior = .respond(),
        policy: CheckPolicy = CheckPolicy(),
        isDocument: Bool = true,
        _ http: (any HTTPClient)? = nil
    ) async throws -> [Link.ID: String] {
        let outcomes = zip(moves, links(moves.map(\.old))).map { move, link in
            var link = link
            link.title = move.title
            var record = CheckRecord.sample(link.id, .moved)
            record.location = move.new
            return CheckOutcome.checked(link, record)
        }
        let page = PageContents(page: Page(title: moves.first?.newTitle))
        let reviewer = PageMoveReviewer(
            http: http ?? ScriptedHTTPClient(ScriptedSite(otherwise: behavior)),
            pages: MockPageParser { _ in isDocument ? page : nil }
        )
        return await reviewer.doubts(about: outcomes, policy: policy)
    }

    /// The saved title and the new title, where `nil` stands for no title, and the doubt, if any.
    @Test(
        arguments: Row.table(
            """
            Swift concurrency → Swift concurrency
            Swift concurrency → swift concurrency → it is titled 'swift concurrency'
            Introduction to Machine Learning → Introduction to Cooking → it is titled 'Introduction to Cooking'
            Structured Concurrency in Swift → Swift: down for maintenance → it is titled 'Swift: down for maintenance'
            Log in → Log in
            Swift concurrency → Log in → it is titled 'Log in'
            → Cheap watches → it is titled 'Cheap watches'
            Swift concurrency → nil → the new page has no title
            nil → Cheap watches → the link has no title to compare
            nil → nil → the link has no title to compare
            """
        )
    )
    func `a page is the saved page if it has exactly the saved title`(row: Row) async throws {
        let titles = row.cells.map { $0 == "nil" ? nil : $0 }
        let move = Move(title: titles[0], newTitle: titles[1])
        #expect(try await doubts([move])[1] == row[2...].first)
    }

    @Test(
        arguments: Row.table(
            """
            http://a.example/x → https://b.example/y/z
            http://a.example/x?a=1 → http://a.example/y?a=1#part
            http://a.example/?p=1 → http://a.example/title
            http://a.example/x → http://b.example/@me/y
            http://a.example/x → http://a.example/x;jsessionid=1 → the new URL has other parameters
            http://a.example/x → http://a.example/x?sid=1 → the new URL has other parameters
            http://a.example/x?a=1 → http://a.example/x;sid=1?a=1 → the new URL has other parameters
            http://a.example/x → https://me@a.example/x → the new URL contains user information
            http://a.example/x → https://me:secret@b.example/x → the new URL contains user information
            """
        )
    )
    func `a URL with user information or new parameters may be that of a session`(
        row: Row
    ) async throws {
        let doubts = try await doubts([Move(old: row[0], new: row[1])])
        #expect(Array(doubts.values) == row[2...])
    }

    @Test func `a page that is not a document is not recognized`() async throws {
        let file = Move(old: "http://a.example/x.pdf", new: "http://a.example/files/x.pdf")
        #expect(try await doubts([file], isDocument: false) == [1: "the new page has no title"])
    }

    @Test(
        arguments: Row.table(
            """
            http://a.example/x → https://a.example/x
            http://a.example/x → http://www.a.example/x/
            http://www.a.example/x/?a=1 → https://a.example/x?a=1
            http://a.example → https://www.a.example/
            https://a.example/x/#part → https://a.example/x#part
            """
        )
    )
    func `a URL that differs only in scheme, www or a slash is applied without reading the page`(
        row: Row
    ) async throws {
        let http = ScriptedHTTPClient(ScriptedSite(otherwise: .respond()))
        let move = Move(old: row[0], new: row[1], title: nil, newTitle: "Other words")
        #expect(try await doubts([move], http).isEmpty)
        #expect(http.requests.isEmpty)
    }

    @Test(
        arguments: Row.table(
            """
            https://a.example/x → http://a.example/x → it is titled 'Other words'
            http://a.example/x → http://a.example:8080/x → it is titled 'Other words'
            http://a.example/x → http://a.example/X → it is titled 'Other words'
            http://a.example/x?y=/ → http://a.example/x?y= → the new URL has other parameters
            http://a.example/x → http://ww.a.example/x → it is titled 'Other words'
            """
        )
    )
    func `a page with another title is doubted if the URLs differ in any other way`(
        row: Row
    ) async throws {
        let move = Move(old: row[0], new: row[1], newTitle: "Other words")
        #expect(try await doubts([move]) == [1: row[2]])
    }

    @Test(arguments: [
        (ScriptedSite.Behavior.respond(status: 404), "responds to GET with status 404"),
        (.redirect(to: "/z"), "responds to GET with status 302"),
        (.reset, "cannot be read"),
    ])
    func `a new page that cannot be read may be another page`(
        behavior: ScriptedSite.Behavior,
        reason: String
    ) async throws {
        let doubt = try await doubts([Move()], behavior: behavior)[1]
        #expect(doubt == "the new page \(reason)")
    }

    @Test func `new pages that were not read before a cancellation may be other pages`()
        async throws
    {
        let moves = (1...20).map {
            Move(old: "http://a.example/\($0)", new: "http://a.example/new\($0)")
        }
        let http = ScriptedHTTPClient(ScriptedSite(otherwise: .respond()))
        let reasons = try await inCanceledTask { try await doubts(moves, http) }
        #expect(reasons.count == 20)
        #expect(reasons.values.allSatisfy { $0 == "the new page cannot be read" })
    }

    @Test func `reads the new pages with the headers of rules and the timeout of the policy`()
        async throws
    {
        let site = ScriptedSite(otherwise: .respond())
        let http = RecordingHTTPClient(client: ScriptedHTTPClient(site))
        var policy = CheckPolicy()
        policy.timeout = .seconds(7)
        policy.hosts["b.example", default: HostRule()].headers = ["X-Token": "1"]
        let moves = (1...20).map {
            Move(old: "http://a.example/\($0)", new: "http://b.example/new\($0)")
        }
        #expect(try await doubts(moves, policy: policy, http).isEmpty)
        let requests = http.exchanges.all.map(\.request)
        #expect(requests.count == 20)
        #expect(Set(requests.map(\.method)) == [.get])
        #expect(Set(requests.map { $0.headers["X-Token"] }) == ["1"])
        #expect(Set(requests.map(\.timeout)) == [.seconds(7)])
    }

    @Test func `links that have not moved are ignored`() async {
        let reviewer = PageMoveReviewer(
            http: ScriptedHTTPClient(ScriptedSite()),
            pages: MockPageParser { _ in PageContents() }
        )
        var record = CheckRecord.sample(1)
        record.location = nil
        let links = links(urls(2))
        let outcomes = [
            CheckOutcome.checked(links[0], record), .notRequested(links[1], reason: ""),
        ]
        #expect(await reviewer.doubts(about: outcomes, policy: CheckPolicy()).isEmpty)
    }
}
