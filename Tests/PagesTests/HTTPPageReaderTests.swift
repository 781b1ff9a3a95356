import Core
import CoreTesting
import Foundation
import Pages
import PagesInterface
import Testing

struct HTTPPageReaderTests {
    private let url = URL(string: "https://example.com/page")!

    private func page(_ body: [UInt8], type: String? = "text/html; charset=utf-8", status: Int = 200) async throws
        -> Page
    {
        var headers: HTTPHeaders = [:]
        headers["Content-Type"] = type
        let reply = ScriptedSite.Reply(status: status, headers: headers, body: Data(body))
        return try await HTTPPageReader(http: ScriptedHTTPClient(["/page": .reply(reply)])).page(at: url)
    }

    private func page(_ html: String, type: String? = "text/html; charset=utf-8") async throws -> Page {
        try await page(Array(html.utf8), type: type)
    }

    @Test func `title and description are read`() async throws {
        let page = try await page(
            "<!doctype html><html><head><title>A page</title><META NAME=Description CONTENT='What it is &mdash; here'>")
        #expect(page == Page(title: "A page", description: "What it is — here"))
    }

    @Test func `Open Graph helps out where the page itself says nothing`() async throws {
        let html = """
            <meta property="og:title" content="Graph &amp; title"><meta property="og:description" content="Graph text">
            <title> </title><meta name="description" content="  ">
            """
        #expect(try await page(html) == Page(title: "Graph & title", description: "Graph text"))
        let card = """
            <meta name="twitter:title" content="Card"><meta name="twitter:description" content="Card text">
            <meta property="og:title" content=" ">
            """
        #expect(try await page(card) == Page(title: "Card", description: "Card text"))
        #expect(
            try await page(card + "<meta property=og:description content=Graph><meta name=description content=Own>")
                == Page(title: "Card", description: "Own"))
        #expect(
            try await page("<meta property=og:title content=Graph><meta name=twitter:title content=Card>").title
                == "Graph")
    }

    @Test func `what the page itself says wins over Open Graph`() async throws {
        let html = """
            <meta property="og:title" content="No"><meta property="og:description" content="No">
            <title>Yes</title><title>No</title><meta name="description" content="Yes"><meta name="description" content="No">
            """
        #expect(try await page(html) == Page(title: "Yes", description: "Yes"))
    }

    @Test func `the title of a drawing is not the page's`() async throws {
        let html = "<body><svg><g><title>Icon</title></g></svg><title>Page</title><svg><title>Icon</title></svg>"
        #expect(try await page(html).title == "Page")
        #expect(try await page("<svg><title>Icon</title></svg>").title == nil)
        #expect(try await page("</svg><title>Page</title>").title == "Page")
        #expect(try await page("<svg><body><title>Page</title>").title == "Page")
    }

    @Test func `titles in scripts and comments do not count`() async throws {
        let html = "<script>'<title>No</title>'</script><!-- <title>No</title> --><title>Yes <b></title>"
        #expect(try await page(html).title == "Yes <b>")
    }

    @Test func `white space is collapsed and control characters are removed`() async throws {
        let html = "<title>\n  A\t\u{1B}[31mred\u{7}  \r\n &#27;&#155;title&#8232;here&nbsp; </title>"
        #expect(try await page(html).title == "A [31mred ›title here")
    }

    @Test func `a page that says nothing is a page all the same`() async throws {
        #expect(try await page("") == Page())
    }

    @Test func `long texts are cut`() async throws {
        let long = String(repeating: "ab ", count: 2_000)
        let page = try await page("<title>\(long)</title><meta name=description content='\(long)'>")
        #expect(page.title?.hasSuffix("…") == true)
        #expect(page.title?.count == 500)
        #expect(page.description?.count == 2_000)
        let (title, description) = (String(repeating: "t", count: 500), String(repeating: "d", count: 2_000))
        #expect(
            try await self.page("<title>\(title)</title><meta name=description content=\(description)>")
                == Page(title: title, description: description))
    }

    @Test func `a character of endless accents does not get past the limit`() async throws {
        let title = "a" + String(repeating: "\u{301}", count: 5_000)
        #expect(try await page("<title>x \(title)</title>").title == "x …")
    }

    @Test func `the encoding is the page's own`() async throws {
        let title = Array("<meta charset=windows-1251><title>".utf8) + [0xCF, 0xF0, 0xE8] + Array("</title>".utf8)
        #expect(try await page(title, type: "text/html").title == "При")
        #expect(try await page(title, type: "text/html; charset=koi8-r").title == "оПХ")
    }

    @Test(arguments: ["text/html", "TEXT/HTML ; charset=x", "application/xhtml+xml"])
    func `pages are HTML and XHTML`(type: String) async throws {
        #expect(try await page("<title>A</title>", type: type).title == "A")
    }

    @Test func `an empty element of XHTML does not hide the title`() async throws {
        let html = "<?xml version='1.0'?><html><script src='x'/><title>A</title></html>"
        #expect(try await page(html, type: "application/xhtml+xml").title == "A")
    }

    @Test(arguments: ["application/pdf", "image/png", "text/plain", "application/json"])
    func `other media types are refused`(type: String) async {
        await #expect(throws: PageError.notAPage(mediaType: type)) { try await page("<title>A</title>", type: type) }
    }

    @Test(arguments: [
        "<!DOCTYPE HTML><title>A</title>", "\u{FEFF} \n<html><title>A</title>", "<!--x--><title>A</title>",
    ])
    func `a missing media type is told from the content`(html: String) async throws {
        #expect(try await page(html, type: nil).title == "A")
    }

    @Test(arguments: [
        "!doctype html", "html", "head", "script", "iframe", "h1", "div", "font", "table", "a", "style", "title", "b",
        "body", "br", "p",
    ])
    func `each tag that HTML may begin with is a sign of it`(tag: String) async throws {
        for end in [">", " ", "\n"] { _ = try await page("\t<\(tag)\(end)", type: nil) }
        for end in ["", "/", "-"] {
            await #expect(throws: PageError.notAPage(mediaType: "application/octet-stream")) {
                try await page("<\(tag)\(end)", type: nil)
            }
        }
    }

    @Test func `a comment is a sign of HTML, whatever follows it`() async throws {
        #expect(try await page("<!--", type: nil) == Page())
        #expect(try await page("<!--x", type: nil) == Page())
    }

    @Test(arguments: ["%PDF-1.7", "", "<htmlx>", "{}", "<html", "<!-"])
    func `content of no known type is refused`(body: String) async {
        await #expect(throws: PageError.notAPage(mediaType: "application/octet-stream")) {
            try await page(body, type: nil)
        }
    }

    @Test(arguments: [199, 300, 304, 404, 500])
    func `a status other than success is an error`(status: Int) async {
        await #expect(throws: PageError.status(status)) { try await page([], status: status) }
    }

    @Test func `no response is an error`() async {
        let reader = HTTPPageReader(http: ScriptedHTTPClient(["/page": .fail(.timedOut)]))
        await #expect(throws: PageError.noResponse(.timedOut)) { try await reader.page(at: url) }
    }

    @Test func `no more than half a mebibyte is read`() async throws {
        let padding = String(repeating: " ", count: 512 * 1_024)
        #expect(try await page("<title>early</title>\(padding)").title == "early")
        #expect(try await page("\(padding)<title>late</title>").title == nil)
    }

    @Test func `redirects are followed`() async throws {
        let client = ScriptedHTTPClient([
            "/page": .redirect(to: "/moved"),
            "/moved": .respond(headers: ["Content-Type": "text/html"], body: "<title>moved</title>"),
        ])
        #expect(try await HTTPPageReader(http: client).page(at: url).title == "moved")
        #expect(client.requests.map(\.method) == ["GET", "GET"])
    }

    @Test func `ten redirects are followed, and the eleventh is not`() async throws {
        var site = ScriptedSite(["/0": .respond(headers: ["Content-Type": "text/html"], body: "<title>end</title>")])
        for number in 1...11 { site = site.serving(.redirect(to: "/\(number - 1)"), at: "/\(number)") }
        let reader = HTTPPageReader(http: ScriptedHTTPClient(site))
        #expect(try await reader.page(at: #require(URL(string: "https://example.com/10"))).title == "end")
        await #expect(throws: PageError.noResponse(.tooManyRedirects)) {
            try await reader.page(at: #require(URL(string: "https://example.com/11")))
        }
    }

    @Test func `redirects are not followed for ever`() async throws {
        let reader = HTTPPageReader(http: ScriptedHTTPClient(["/page": .redirect(to: "/page")]))
        await #expect(throws: PageError.noResponse(.tooManyRedirects)) { try await reader.page(at: url) }
    }
}
