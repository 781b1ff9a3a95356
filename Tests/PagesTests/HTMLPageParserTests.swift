import Core
import Foundation
import Pages
import PagesInterface
import ProgramTesting
import Testing

struct HTMLPageParserTests {
    private func contents(
        _ html: String,
        type: String = "text/html",
        isTruncated: Bool = false
    ) throws -> PageContents? {
        let response = HTTPResponse(
            status: 200,
            headers: ["Content-Type": type],
            body: Data(html.utf8),
            isTruncated: isTruncated,
            url: try #require(URL(string: "https://example.com/"))
        )
        return HTMLPageParser().contents(of: response)
    }

    @Test func `finds the title, the text, the anchors and the resources of a page`() throws {
        let html = """
            <title>A page</title><meta name=description content=About>\
            <h1 id=top>One</h1><p>two<a name=end>three</a><script src=/a.js></script>\
            <iframe src=/b.html></iframe><img src=/c.png><frame src=/d.html>
            """
        var expected = PageContents(
            page: Page(title: "A page", description: "About"),
            text: "One two three ",
            anchors: ["top", "end", "description"],
            resources: ["/a.js", "/b.html", "/d.html"]
        )
        #expect(try contents(html) == expected)
        expected.isTruncated = true
        #expect(try contents(html, isTruncated: true) == expected)
    }

    @Test func `a response that is not HTML has no contents`() throws {
        #expect(try contents("<title>A page</title>", type: "text/plain") == nil)
    }

    @Test(arguments: ["script", "style", "template", "textarea"])
    func `the text does not contain the contents of hidden elements`(name: String) throws {
        let html = "<title>No</title>Yes<\(name)>No</\(name)><b>and</b>yes<\(name)>no"
        #expect(try contents(html)?.text == "Yes and yes ")
    }

    /// Elements, and their resources.
    @Test(
        arguments: Row.table(
            """
            <meta http-equiv=refresh content='5; url=/next'> → /next
            <meta http-equiv=Refresh content='0;URL = "/next"'> → /next
            <meta http-equiv=refresh content=5>
            <meta http-equiv=default-style content='url=/next'>
            <meta content='url=/next'>
            <p http-equiv=refresh content='url=/next'>
            """
        )
    )
    func `the target of a refresh is a resource`(row: Row) throws {
        #expect(try contents(row[0])?.resources == row[1...])
    }
}
