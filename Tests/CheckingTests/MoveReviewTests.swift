import Checking
import CheckingInterface
import Core
import CoreTesting
import Foundation
import PagesInterface
import PagesTesting
import Testing

/// Tests of permanent redirects that do not lead to the saved page.
struct MoveReviewTests {
    /// A permanent redirect of a link, and whether the link should get the new URL.
    struct Move: CustomTestStringConvertible {
        let old: String
        let new: String
        /// The software or service that redirects in this way.
        let source: String
        /// A part of the reason why the link keeps its URL, or `nil` if it gets the new one.
        let doubt: String?
        var title: String? = "Swift concurrency explained"
        var newTitle: String? = "Swift concurrency explained"

        var testDescription: String { "\(source): \(old) → \(new)" }
    }

    /// Returns the reasons why links keep their URLs, by the number of the link.
    private func doubts(
        _ moves: [Move],
        behavior: ScriptedSite.Behavior = .respond(),
        policy: CheckPolicy = CheckPolicy(),
        contents: PageContents? = nil,
        isDocument: Bool = true,
        _ http: ScriptedHTTPClient? = nil
    ) async throws -> [Link.ID: String] {
        let outcomes = zip(moves, links(moves.map(\.old))).map { move, link in
            var link = link
            link.title = move.title
            let record = CheckRecord(
                link: link.id,
                verdict: .moved,
                location: move.new,
                attempts: 1,
                milliseconds: 0,
                checked: .distantPast
            )
            return CheckOutcome.checked(link, record)
        }
        let page = PageContents(page: Page(title: moves.first?.newTitle))
        let reviewer = PageMoveReviewer(
            http: http ?? ScriptedHTTPClient(ScriptedSite(otherwise: behavior)),
            pages: MockPageParser { _ in isDocument ? contents ?? page : nil }
        )
        return await reviewer.doubts(about: outcomes, policy: policy)
    }

    private static let start = "start page"
    private static let login = "login"
    private static let consent = "consent"
    private static let error = "error page"

    /// Redirects of well-known software to pages other than the requested one.
    static let walls = [
        ("http://a.example/2019/05/post", "http://a.example/", "removed articles", start),
        ("http://a.example/2019/05/post", "https://www.a.example", "removed articles", start),
        ("http://a.example/?p=12", "http://a.example/", "WordPress without the post", start),
        ("http://a.example/blog/post", "http://b.example/", "a sold domain", start),
        ("http://a.example/blog/post", "http://a.example/index.html", "Apache", start),
        ("http://a.example/blog/post", "http://a.example/Default.aspx", "IIS", start),
        ("http://a.example/blog/post", "http://a.example/en/", "multilingual sites", start),
        ("http://a.example/blog/post", "http://a.example/en-US/home", "multilingual sites", start),
        ("http://a.example/x", "http://a.example/login?next=/x", "Flask-Login", login),
        ("http://a.example/x", "http://a.example/accounts/login/?next=/x", "Django", login),
        ("http://a.example/x", "http://a.example/wp-login.php?redirect_to=x", "WordPress", login),
        ("http://a.example/x", "http://a.example/users/sign_in", "Devise, GitLab", login),
        ("http://a.example/x", "http://a.example/user/login?destination=x", "Drupal", login),
        (
            "http://a.example/x", "http://a.example/w/Special:UserLogin?returnto=X", "MediaWiki",
            login
        ),
        ("http://a.example/x", "http://a.example/Account/Login?ReturnUrl=%2Fx", "ASP.NET", login),
        ("http://a.example/x", "http://a.example/login.jsp?os_destination=x", "Jira", login),
        ("http://a.example/x", "http://a.example/login/index.php", "Moodle", login),
        ("http://a.example/x", "http://a.example/ucp.php?mode=login", "phpBB", login),
        ("http://a.example/x", "http://a.example/authwall?trk=x", "LinkedIn", login),
        (
            "http://a.example/x",
            "http://a.example/realms/r/protocol/openid-connect/auth?client_id=x",
            "Keycloak",
            login
        ),
        (
            "http://a.example/x", "https://accounts.a.example/v3/ServiceLogin?continue=x", "Google",
            login
        ),
        ("http://a.example/x", "https://login.b.example/common", "Microsoft", login),
        ("http://a.example/x", "https://consent.a.example/v2/collectConsent?s=1", "Yahoo", consent),
        (
            "http://a.example/x", "https://a.example/cookie-consent?return=x", "cookie walls",
            consent
        ),
        ("http://a.example/x", "https://a.example/age-gate", "age checks", consent),
        ("http://a.example/x", "http://a.example/404.html", "static sites", error),
        ("http://a.example/x", "http://a.example/404.aspx?404;http://a.example:80/x", "IIS", error),
        ("http://a.example/x", "http://a.example/x.aspx?404;http://a.example:80/x", "IIS", error),
        ("http://a.example/x", "http://a.example/Error.aspx?aspxerrorpath=/x", "ASP.NET", error),
        ("http://a.example/x", "http://a.example/x.aspx?aspxErrorPath=/x", "ASP.NET", error),
        ("http://a.example/x", "http://a.example/error?code=404", "Spring", error),
        ("http://a.example/x", "http://a.example/page-not-found", "content management", error),
        ("http://a.example/x", "http://a.example/en/errors/404", "multilingual sites", error),
    ].map { Move(old: $0, new: $1, source: $2, doubt: $3) }

    static let pages = [
        ("http://a.example/x", "http://a.example/y", "a renamed page"),
        ("http://a.example/x", "https://b.example/x", "a renamed site"),
        ("http://a.example/", "https://b.example/", "a renamed site"),
        ("http://a.example/", "http://a.example/en/", "multilingual sites"),
        ("http://a.example/login", "https://b.example/sign-in", "the saved page is a login"),
        ("http://a.example/404.html", "https://b.example/404", "the saved page is an error page"),
        ("http://a.example/guide/errors.html", "http://a.example/docs/errors", "documentation"),
        ("http://a.example/p/auth", "http://a.example/docs/auth/", "documentation"),
        ("http://a.example/2019/post", "http://a.example/blog", "a word of four letters"),
        ("http://a.example/x", "http://a.example/login-forms-in-swift", "an article"),
        ("http://a.example/x", "http://a.example/article?id=404", "an article"),
        ("http://a.example/x", "http://a.example/en/us/home", "a page with a path of three names"),
    ].map { Move(old: $0, new: $1, source: $2, doubt: nil) }

    @Test(arguments: walls + pages)
    func `the new URL indicates whether the page may be the saved page`(move: Move) async throws {
        let doubt = try await doubts([move])[1]
        if let part = move.doubt {
            #expect(doubt?.contains(part) == true, "\(doubt ?? "no doubt")")
        } else {
            #expect(doubt == nil)
        }
    }

    @Test(
        arguments: [
            ("Swift concurrency", "Swift concurrency | Example", true),
            ("Swift concurrency", "Concurrent code", true),
            ("Swift concurrency", "Cheap watches", false),
            ("Swift concurrency", "Sign in", false),
            ("Swift concurrency", "Log in to read Swift concurrency", false),
            ("How to log in", "How to log in", true),
            ("Swift concurrency", "404 Not Found", false),
            ("Swift concurrency", "Before you continue", false),
            ("Swift concurrency", "Параллелизм", false),
            // The name of the site is part of most titles, so it is no evidence.
            ("Swift concurrency - Example", "Example: all articles", false),
            ("Example", "Example", true),
            ("Go", "Go by example", true),
            ("Go", "Rust", false),
            ("東京の地図", "東京の新しい地図", true),
            ("", "Cheap watches", true),
            (nil, "Cheap watches", true),
            (nil, "Sign in", false),
            ("Swift concurrency", nil, false),
            (nil, nil, true),
        ] as [(String?, String?, Bool)]
    )
    func `the title of the new page indicates whether it is the saved page`(
        title: String?,
        newTitle: String?,
        isApplied: Bool
    ) async throws {
        let move = Move(
            old: "http://example.org/a",
            new: "http://example.org/b",
            source: "",
            doubt: nil,
            title: title,
            newTitle: newTitle
        )
        #expect(try await doubts([move]).isEmpty == isApplied)
    }

    /// The saved title has the same word, so only the words of a wall can be the reason.
    @Test(arguments: [
        "403", "404", "410", "500", "Access denied", "Anmelden", "Anmeldung", "Are you a robot?",
        "Attention required!", "Before you continue", "Captcha", "Connexion", "Consent",
        "Cookie settings", "Cookies", "Error", "Fehler", "Forbidden", "Gone", "Iniciar sesión",
        "Introuvable", "Just a moment...", "Log in", "Login", "Log on", "Nicht gefunden",
        "No encontrada", "Not available", "Not found", "Page unavailable", "Privacy settings",
        "Register", "Sign in", "Signin", "Sign up", "Unavailable", "Verify you are human",
    ])
    func `knows the titles of login pages, consent requests and error pages`(
        title: String
    ) async throws {
        let newTitle = "Swift: \(title)"
        let move = Move(
            old: "http://example.org/a",
            new: "http://example.org/b",
            source: "",
            doubt: nil,
            title: "Swift",
            newTitle: newTitle
        )
        #expect(try await doubts([move]) == [1: "it is titled '\(newTitle)'"])
    }

    @Test(arguments: [
        "agecheck", "agegate", "ageverification", "collectconsent", "consent", "cookieconsent",
        "cookiepolicy", "cookies", "cookiewall", "gdpr", "privacygate", "privacywall",
    ])
    func `knows the paths of consent requests`(path: String) async throws {
        #expect(try await doubt(aboutPath: path) == "it asks for consent")
    }

    @Test(arguments: [
        "accountlogin", "auth", "authenticate", "authorize", "authwall", "cas", "login",
        "loginform", "loginpage", "logon", "oauth", "openid", "register", "saml", "saml2",
        "servicelogin", "signin", "signup", "special:userlogin", "sso", "userlogin", "usersignin",
        "wplogin",
    ])
    func `knows the paths of login pages`(path: String) async throws {
        #expect(try await doubt(aboutPath: path) == "it is a login page")
    }

    @Test(arguments: [
        "400", "403", "404", "410", "500", "404error", "404page", "accessdenied", "error",
        "error404", "errorpage", "errors", "expired", "fehler", "gone", "httperror404", "missing",
        "notavailable", "notfound", "pagenotfound", "unavailable",
    ])
    func `knows the paths of error pages`(path: String) async throws {
        #expect(try await doubt(aboutPath: path) == "it is an error page")
    }

    @Test(arguments: [
        ("accounts", "it is a login page"), ("auth", "it is a login page"),
        ("id", "it is a login page"), ("idp", "it is a login page"),
        ("login", "it is a login page"), ("signin", "it is a login page"),
        ("sso", "it is a login page"), ("consent", "it asks for consent"),
        ("guce", "it asks for consent"), ("error", "it is an error page"),
        ("errors", "it is an error page"),
    ])
    func `knows the hosts of login pages, consent requests and error pages`(
        label: String,
        doubt: String
    ) async throws {
        let move = Move(
            old: "http://a.example/x",
            new: "http://\(label).a.example/x",
            source: "",
            doubt: nil
        )
        #expect(try await doubts([move]) == [1: doubt])
    }

    @Test(arguments: ["default", "home", "homepage", "index", "main", "start", "welcome"])
    func `knows the names of start pages`(name: String) async throws {
        let move = Move(
            old: "http://a.example/x",
            new: "http://a.example/\(name)",
            source: "",
            doubt: nil
        )
        #expect(try await doubts([move]) == [1: "it is the start page of the site"])
        #expect(try await doubt(aboutPath: "login/\(name)") == "it is a login page")
    }

    @Test(arguments: ["action", "do", "mode", "page", "route", "task", "view"])
    func `knows the query parameters that select a page`(name: String) async throws {
        #expect(try await doubt(aboutPath: "y?\(name)=login") == "it is a login page")
    }

    @Test(arguments: ["htm", "html", "php", "asp", "aspx", "jsp", "jsf", "do", "cgi", "action"])
    func `ignores the extension of a page`(name: String) async throws {
        #expect(try await doubt(aboutPath: "login.\(name)") == "it is a login page")
    }

    /// Returns the reason why a link that moves to a path keeps its URL.
    private func doubt(aboutPath path: String) async throws -> String? {
        let move = Move(
            old: "http://a.example/x",
            new: "http://a.example/x/\(path)",
            source: "",
            doubt: nil
        )
        return try await doubts([move])[1]
    }

    @Test func `a page without a title or without a document is not the saved page`() async throws {
        let move = Move(
            old: "http://a.example/x",
            new: "http://a.example/y",
            source: "",
            doubt: nil,
            newTitle: nil
        )
        #expect(try await doubts([move]) == [1: "the new page has no title"])
        let other = try await doubts([move], isDocument: false)
        #expect(other == [1: "it is not an HTML page"])
        let file = Move(
            old: "http://a.example/x.pdf",
            new: "http://a.example/files/x.pdf",
            source: "",
            doubt: nil
        )
        #expect(try await doubts([file], isDocument: false).isEmpty)
    }

    @Test func `a domain for sale is not the saved page, even if the link has no title`()
        async throws
    {
        let move = Move(
            old: "http://a.example/x",
            new: "http://b.example/x",
            source: "",
            doubt: nil,
            title: nil
        )
        let parked = PageContents(resources: ["https://sedo.com/a.js"])
        #expect(try await doubts([move], contents: parked) == [1: "parked at sedo.com"])
        let offer = PageContents(page: Page(title: "a.example is for sale"))
        #expect(try await doubts([move], contents: offer) == [1: "the domain is for sale"])
    }

    @Test(arguments: [
        ("http://a.example/x", "https://a.example/x"),
        ("http://a.example/x", "http://www.a.example/x/"),
        ("http://www.a.example/x/?a=1", "https://a.example/x?a=1"),
        ("http://a.example", "https://www.a.example/"),
        ("http://a.example/login", "https://a.example/login/"),
    ])
    func `a URL that differs only in scheme, www or a slash is applied without reading the page`(
        old: String,
        new: String
    ) async throws {
        let http = ScriptedHTTPClient(ScriptedSite(otherwise: .respond()))
        let move = Move(old: old, new: new, source: "", doubt: nil, newTitle: "Other words")
        #expect(try await doubts([move], http).isEmpty)
        #expect(http.requests.isEmpty)
    }

    @Test(
        arguments: [
            (["Swift", "Rust", "Go"], 3),
            (["Swift", "Swift", nil], 0),
            (["Swift", "swift"], 0),
        ] as [([String?], Int)]
    )
    func `links with different titles that move to one page keep their URLs`(
        titles: [String?],
        count: Int
    ) async throws {
        let moves = titles.enumerated().map { number, title in
            Move(
                old: "http://a.example/\(number)",
                new: "http://a.example/news",
                source: "",
                doubt: nil,
                title: title,
                newTitle: "Swift, Rust, Go"
            )
        }
        let doubts = try await doubts(moves)
        #expect(doubts.count == count)
        #expect(doubts.values.allSatisfy { $0 == "links with 3 different titles have moved there" })
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
        let move = Move(
            old: "http://a.example/x",
            new: "http://a.example/y",
            source: "",
            doubt: nil
        )
        let doubt = try await doubts([move], behavior: behavior)[1]
        #expect(doubt == "the new page \(reason)")
    }

    @Test func `new pages that were not read before a cancellation may be other pages`()
        async throws
    {
        let moves = (1...20).map {
            Move(
                old: "http://a.example/\($0)",
                new: "http://a.example/new\($0)",
                source: "",
                doubt: nil
            )
        }
        let http = ScriptedHTTPClient(ScriptedSite(otherwise: .respond()))
        let reasons = try await inCanceledTask { try await doubts(moves, http) }
        #expect(reasons.count == 20)
        #expect(reasons.values.allSatisfy { $0 == "the new page cannot be read" })
    }

    @Test func `reads the new pages with the headers of rules and the timeout of the policy`()
        async throws
    {
        let http = ScriptedHTTPClient(ScriptedSite(otherwise: .respond()))
        var policy = CheckPolicy()
        policy.hosts["b.example"] = HostRule()
        policy.hosts["b.example"]?.headers = ["X-Token": "1"]
        let moves = (1...20).map {
            Move(
                old: "http://a.example/\($0)",
                new: "http://b.example/new\($0)",
                source: "",
                doubt: nil
            )
        }
        #expect(try await doubts(moves, policy: policy, http).isEmpty)
        #expect(http.requests.count == 20)
        #expect(http.requests.allSatisfy { $0.method == "GET" && $0.headers["X-Token"] == "1" })
    }

    @Test func `links that have not moved are ignored`() async {
        let reviewer = PageMoveReviewer(
            http: ScriptedHTTPClient(ScriptedSite()),
            pages: MockPageParser { _ in PageContents() }
        )
        let record = CheckRecord(
            link: 1,
            verdict: .ok,
            attempts: 1,
            milliseconds: 0,
            checked: .distantPast
        )
        let links = links(["http://a.example/", "http://b.example/"])
        let outcomes = [
            CheckOutcome.checked(links[0], record), .notRequested(links[1], reason: ""),
        ]
        #expect(await reviewer.doubts(about: outcomes, policy: CheckPolicy()).isEmpty)
    }
}
