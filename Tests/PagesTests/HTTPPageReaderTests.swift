import Core
import CoreTesting
import Foundation
import Pages
import PagesInterface
import ProgramTesting
import Testing

struct HTTPPageReaderTests {
    private let url = URL(string: "https://example.com/page")!

    private func page(
        _ html: String,
        type: String? = "text/html; charset=utf-8",
        status: Int = 200
    ) async throws -> Page {
        var headers: HTTPHeaders = [:]
        headers["Content-Type"] = type
        let reply = ScriptedSite.Reply(status: status, headers: headers, body: Data(html.utf8))
        let reader = HTTPPageReader(http: ScriptedHTTPClient(["/page": .reply(reply)]))
        return try await reader.page(at: url)
    }

    /// Pages, their titles and their descriptions.
    private static let samples = Row.table(
        """
        → →
        <!doctype html><html><head><title>A page</title>⏎<META NAME=Description CONTENT='It &mdash; here'> → A page → It — here
        // Open Graph and Twitter cards replace only missing or empty titles and descriptions.
        <meta property=og:title content='A &amp; B'><title> </title> → A & B →
        <meta property=og:description content=A><meta name=description content=' '> → → A
        <meta name=twitter:title content=A><meta property=og:title content=' '> → A →
        <meta name=twitter:title content=No><meta property=og:title content=Yes> → Yes →
        <meta name=twitter:description content=A> → → A
        <meta name=twitter:description content=No>⏎<meta property=og:description content=Yes> → → Yes
        <meta property=og:title content=No><title>Yes</title><title>No</title> → Yes →
        <meta property=og:description content=No><meta name=description content=Yes> → → Yes
        <meta name=description content=Yes><meta name=description content=No> → → Yes
        // Drawings have their own titles.
        <svg><g><title>No</title></g></svg><title>Yes</title><svg><title>No</title></svg> → Yes →
        <svg><title>No</title></svg> → →
        <math><title>No</title></math> → →
        </svg><title>Yes</title> → Yes →
        <math><body><title>Yes</title> → Yes →
        // Scripts and comments are not read.
        <script>'<title>No</title>'</script><!-- <title>No</title> -->⏎<title>Yes <b></title> → Yes <b> →
        // White space is collapsed, and control characters are removed.
        <title>⏎ A\t\u{1B}[31mred\u{7}  \r⏎ &#27;&#155;b&#8232;c&nbsp; </title> → A [31mred ›b c →
        """
    )

    @Test(arguments: samples)
    func `reads the title and the description`(row: Row) async throws {
        let page = try await page(row.lines(0))
        #expect(page.title == (row[1].isEmpty ? nil : row[1]))
        #expect(page.description == (row[2].isEmpty ? nil : row[2]))
    }

    @Test func `truncates long titles and descriptions`() async throws {
        let long = String(repeating: "ab ", count: 2_000)
        let page = try await page("<title>\(long)</title><meta name=description content='\(long)'>")
        #expect(page.title?.hasSuffix("…") == true)
        #expect(page.title?.count == 500)
        #expect(page.description?.count == 2_000)
    }

    @Test func `does not truncate a title and a description at the limit`() async throws {
        let title = String(repeating: "t", count: 500)
        let description = String(repeating: "d", count: 2_000)
        let html = "<title>\(title)</title><meta name=description content=\(description)>"
        #expect(try await page(html) == Page(title: title, description: description))
    }

    @Test func `truncates a title before a character with too many accents`() async throws {
        let title = "a" + String(repeating: "\u{301}", count: 5_000)
        #expect(try await page("<title>x \(title)</title>").title == "x …")
    }

    @Test(arguments: ["text/html", "TEXT/HTML ; charset=x", "application/xhtml+xml"])
    func `accepts HTML and XHTML`(type: String) async throws {
        #expect(try await page("<title>A</title>", type: type).title == "A")
    }

    @Test func `an empty script element of XHTML does not hide the title`() async throws {
        let html = "<?xml version='1.0'?><html><script src='x'/><title>A</title></html>"
        #expect(try await page(html, type: "application/xhtml+xml").title == "A")
    }

    @Test(arguments: ["application/pdf", "image/png", "text/plain", "application/json"])
    func `rejects media types other than HTML`(type: String) async {
        await #expect(throws: PageError.notAPage(mediaType: type)) {
            try await page("<title>A</title>", type: type)
        }
    }

    private static let unknownType = PageError.notAPage(mediaType: "application/octet-stream")

    @Test(arguments: ["%PDF-1.7", "", "<htmlx>", "{}", "<html", "<!-"])
    func `rejects unknown content without a media type`(body: String) async {
        await #expect(throws: Self.unknownType) { try await page(body, type: nil) }
    }

    @Test(arguments: ["<!DOCTYPE HTML>", "\u{FEFF} \n<html>", "<!--", "<!--x"])
    func `detects HTML without a media type`(html: String) async throws {
        _ = try await page(html, type: nil)
    }

    @Test func `detects HTML without a media type only in the first 512 bytes`() async throws {
        let space = String(repeating: " ", count: 509)
        _ = try await page("\(space)<p>", type: nil)
        await #expect(throws: Self.unknownType) { try await page("\(space) <p>", type: nil) }
    }

    @Test(arguments: [
        "!doctype html", "html", "head", "script", "iframe", "h1", "div", "font", "table", "a",
        "style", "title", "b", "body", "br", "p",
    ])
    func `detects HTML by the first tag of a page without a media type`(tag: String) async throws {
        for end in [">", " ", "\n"] {
            _ = try await page("\t<\(tag)\(end)", type: nil)
        }
        for end in ["", "/", "-"] {
            await #expect(throws: Self.unknownType) { try await page("<\(tag)\(end)", type: nil) }
        }
    }

    @Test(arguments: [199, 300, 304, 404, 500])
    func `rejects a response whose status does not indicate success`(status: Int) async {
        await #expect(throws: PageError.status(status)) {
            try await page("", status: status)
        }
    }

    @Test func `throws the client's error if there is no response`() async {
        let reader = HTTPPageReader(http: ScriptedHTTPClient(["/page": .fail(.timedOut)]))
        await #expect(throws: PageError.noResponse(.timedOut)) {
            try await reader.page(at: url)
        }
    }

    @Test func `reads the first 512 KiB of a page`() async throws {
        let title = "<title>A</title>"
        let space = String(repeating: " ", count: 512 * 1_024)
        #expect(try await page("\(space.dropFirst(title.utf8.count))\(title)").title == "A")
        #expect(try await page("\(space)\(title)").title == nil)
    }

    @Test func `follows redirects to relative and absolute URLs`() async throws {
        let client = ScriptedHTTPClient([
            "/page": .redirect(to: "moved", status: 307),
            "/moved": .redirect(to: "https://example.org/end", status: 301),
            "/end": .respond(headers: ["Content-Type": "text/html"], body: "<title>moved</title>"),
        ])
        #expect(try await HTTPPageReader(http: client).page(at: url).title == "moved")
        #expect(client.requests.map(\.method) == ["GET", "GET", "GET"])
        #expect(
            client.requests.map(\.url.absoluteString) == [
                "https://example.com/page", "https://example.com/moved", "https://example.org/end",
            ]
        )
        let accepted = "text/html, application/xhtml+xml, */*;q=0.1"
        #expect(Set(client.requests.map { $0.headers["Accept"] }) == [accepted])
    }

    @Test func `follows twenty redirects and no more`() async throws {
        var site = ScriptedSite([
            "/0": .respond(headers: ["Content-Type": "text/html"], body: "<title>end</title>")
        ])
        for number in 1...21 {
            site = site.serving(.redirect(to: "/\(number - 1)"), at: "/\(number)")
        }
        let reader = HTTPPageReader(http: ScriptedHTTPClient(site))
        let last = try #require(URL(string: "https://example.com/20"))
        #expect(try await reader.page(at: last).title == "end")
        let excess = try #require(URL(string: "https://example.com/21"))
        await #expect(throws: PageError.noResponse(.tooManyRedirects)) {
            try await reader.page(at: excess)
        }
    }

    @Test func `stops at a redirect to a previous URL`() async throws {
        let client = ScriptedHTTPClient(
            """
            /page 302 to /again
            /again 302 to /page
            """
        )
        await #expect(throws: PageError.noResponse(.tooManyRedirects)) {
            try await HTTPPageReader(http: client).page(at: url)
        }
        #expect(client.requests.count == 2)
    }
}
