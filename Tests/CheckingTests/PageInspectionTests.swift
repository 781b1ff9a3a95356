import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import PagesInterface
import PagesTesting
import ProgramTesting
import Testing

/// Tests of pages that respond successfully but are no longer the pages that were saved.
struct PageInspectionTests {
    private static let words = (1...25).map { "w\($0)" }.joined(separator: " ")

    /// Returns the change that a check of a link reports, or `nil` if it reports none.
    private func change(
        to contents: PageContents,
        of url: String = "http://a.example/",
        title: String? = nil,
        status: Int = 200,
        inspections: PageInspections = [.contents, .fragments],
        at location: SourceLocation = #_sourceLocation
    ) async throws -> String? {
        let fixture = CheckingFixture(
            ScriptedSite(otherwise: .respond(status: status)),
            pages: MockPageParser { _ in contents }
        )
        var policy = CheckPolicy(retries: 0)
        policy.inspections = inspections
        var link = links([url])[0]
        link.title = title
        let outcomes = try await fixture.outcomes(policy, batches(of: [[link]]))
        let record = try #require(outcomes.first?.record, sourceLocation: location)
        return record.verdict == .changed ? record.reason : nil
    }

    @Test(
        arguments: Row.table(
            """
            https://sedo.com/a.js → parked at sedo.com
            //img.sedo.com/a.js → parked at sedo.com
            https://notsedo.com/
            https://sedo.com.example/
            /sedo.com
            """
        )
    )
    func `a page that loads resources from a parking service is reported as parked`(
        row: Row
    ) async throws {
        let contents = PageContents(resources: ["/a.css", row[0]])
        #expect(try await change(to: contents) == row[1...].first)
        #expect(try await change(to: contents, of: "http://www.sedo.com/") == nil)
    }

    private static let parkingServices = """
        above.com afternic.com bodis.com buydomains.com cashparking.com
        d38psrni17bvxu.cloudfront.net dan.com domainmarket.com domainsponsor.com hugedomains.com
        parking.godaddy.com parkingcrew.net parklogic.com sav.com searchhounds.com sedo.com
        sedoparking.com skenzo.com undeveloped.com uniregistry.com voodoo.com
        """.split { $0.isWhitespace }

    @Test(arguments: parkingServices)
    func `recognizes the hosts of parking services`(host: Substring) async throws {
        let contents = PageContents(resources: ["https://\(host)/a.js"])
        #expect(try await change(to: contents) == "parked at \(host)")
    }

    private static let offers = """
        For sale:
        Domain parking:
        The domain is parked:
        Parked domain
        Buy this domain:
        Steht zum Verkauf:
        À vendre:
        En venta:
        """.split(separator: "\n")

    @Test(arguments: offers)
    func `recognizes the words of offers`(words: Substring) async throws {
        let contents = PageContents(page: Page(title: "\(words) a.example"))
        #expect(try await change(to: contents) == "the domain is for sale")
    }

    @Test(arguments: [
        ("http://a.example/", "A.example is for sale!"),
        ("http://www.a.example/", "a.example en venta"),
    ])
    func `a title that offers the host for sale is reported, unless it is the saved title`(
        url: String,
        title: String
    ) async throws {
        let contents = PageContents(page: Page(title: title))
        #expect(try await change(to: contents, of: url) == "the domain is for sale")
        #expect(try await change(to: contents, of: url, title: title.uppercased()) == nil)
        for other in ["A house for sale", "b.example is for sale"] {
            let contents = PageContents(page: Page(title: other))
            #expect(try await change(to: contents, of: url) == nil, "\(other)")
        }
    }

    @Test(arguments: [("Blue moon", true), ("Blue sky", false)])
    func `titles are compared if the saved title has two words of four letters`(
        title: String,
        isCompared: Bool
    ) async throws {
        let contents = PageContents(page: Page(title: "Lucky casino"), text: Self.words)
        let change = try await change(to: contents, title: title)
        #expect(change == (isCompared ? "now titled 'Lucky casino'" : nil))
    }

    @Test func `titles are compared if their words are short and not ASCII`() async throws {
        let contents = PageContents(page: Page(title: "鳥"), text: Self.words)
        #expect(try await change(to: contents, title: "猫 犬") == "now titled '鳥'")
        #expect(try await change(to: contents, title: "猫 鳥") == nil)
    }

    @Test func `a page that contains no word of the saved title is reported as changed`()
        async throws
    {
        var contents = PageContents(page: Page(title: "Lucky casino"), text: Self.words)
        let title = "Swift concurrency"
        #expect(try await change(to: contents, title: title) == "now titled 'Lucky casino'")
        #expect(try await change(to: contents) == nil)
        #expect(try await change(to: contents, title: title, status: 300) == nil)
        #expect(try await change(to: contents, title: title, status: 404) == nil)
        contents.isTruncated = true
        #expect(try await change(to: contents, title: title) == nil)
    }

    /// Titles of a link, new titles, words at the end of the page, and descriptions.
    private static let unchanged = Row.table(
        """
        Swift → Lucky casino → →
        Swift for all → Lucky casino → →
        Swift concurrency → Swiftly → →
        Swift concurrency → Lucky casino → concur →
        Swift concurrency → Lucky casino → → A SWIFT bird
        Swift concurrency → Sign in → →
        Swift concurrency → Счастливое казино → →
        Swift concurrency → a b → →
        """
    )

    @Test(arguments: unchanged)
    func `a page counts as unchanged if there is no evidence of a change`(row: Row) async throws {
        let page = Page(title: row[1], description: row[3].isEmpty ? nil : row[3])
        let contents = PageContents(page: page, text: "\(Self.words) \(row[2])")
        #expect(try await change(to: contents, title: row[0]) == nil)
    }

    @Test func `a page with fewer than 25 words counts as unchanged`() async throws {
        let page = Page(title: "Lucky casino")
        let contents = PageContents(page: page, text: String(Self.words.dropLast(4)))
        #expect(try await change(to: contents, title: "Swift concurrency") == nil)
    }

    private static let walls = """
        Access denied
        Anmelden
        Are you a robot?
        Attention required!
        Before you continue
        Blocked
        Bot detection
        Update your browser
        Captcha
        Consent
        Cookie settings
        DDoS protection
        Forbidden
        Are you human?
        Enable JavaScript
        Just a moment...
        Log in
        Login
        Scheduled maintenance
        One moment
        Please wait
        Redirecting
        Security check
        Sign in
        Signin
        Temporarily unavailable
        Verify your age
        """.split(separator: "\n")

    /// Without the words of a wall, the title of each page would be evidence of a change.
    @Test(arguments: walls)
    func `recognizes the titles of pages that sites show instead of a page`(
        title: Substring
    ) async throws {
        let wall = PageContents(page: Page(title: "\(title): Lucky casino"), text: Self.words)
        #expect(try await change(to: wall, title: "Swift concurrency") == nil)
    }

    @Test(
        arguments: Row.table(
            """
            #here
            #caf%C3%A9
            #readme
            #gone → no anchor '#gone'
            #gone:~:text=a → no anchor '#gone'
            #TOP
            #
            #/state
            #L10-L12
            #L1C2
            #Line → no anchor '#Line'
            #!state
            #page=3
            """
        )
    )
    func `reports a fragment for which the page has no anchor`(row: Row) async throws {
        var contents = PageContents(anchors: ["here", "café", "user-content-readme"])
        let url = "http://a.example/\(row[0])"
        #expect(try await change(to: contents, of: url) == row[1...].first)
        contents.isTruncated = true
        #expect(try await change(to: contents, of: url) == nil)
    }

    @Test(arguments: [("", "HEAD"), ("#top", "HEAD"), ("#a", "GET")])
    func `a page is read only if the fragment of the URL refers to an anchor`(
        fragment: String,
        method: String
    ) async throws {
        let parser = MockPageParser { _ in PageContents(anchors: ["a"]) }
        let fixture = CheckingFixture(pages: parser)
        var policy = CheckPolicy()
        policy.inspections = .fragments
        _ = try await fixture.check("/\(fragment)", policy)
        #expect(fixture.requests == ["\(method) /"])
    }

    @Test(
        arguments: [
            ([], nil),
            (.fragments, "no anchor '#a'"),
            (.contents, "parked at sedo.com"),
            ([.contents, .fragments], "parked at sedo.com"),
        ] as [(PageInspections, String?)]
    )
    func `reports only the changes that the policy selects`(
        inspections: PageInspections,
        reason: String?
    ) async throws {
        let found = try await change(
            to: PageContents(resources: ["https://sedo.com/a.js"]),
            of: "http://a.example/#a",
            inspections: inspections
        )
        #expect(found == reason)
    }

    @Test(arguments: [([], [0, 0]), (.contents, [1 << 20])] as [(PageInspections, [Int])])
    func `reads one mebibyte of a page, and nothing if the policy does not need the page`(
        inspections: PageInspections,
        sizes: [Int]
    ) async throws {
        let page = ScriptedSite.Reply(body: Data(count: 1 << 16))
        let site: ScriptedSite = ["HEAD /": .respond(status: 405), "/": .endless(page)]
        let http = RecordingHTTPClient(client: ScriptedHTTPClient(site))
        let checker = CheckingFixture().checker(http: http)
        var policy = CheckPolicy(interval: .zero)
        policy.inspections = inspections
        for try await _ in checker.check(links(["http://a.example/"]), policy: policy) {}
        // A check that does not need the page sends a HEAD request first, which fails here.
        #expect(http.exchanges.all.map(\.response.body.count) == sizes)
    }
}
