package import Core
package import PagesInterface

/// A page parser for HTML and XHTML.
package struct HTMLPageParser: PageParser {
    package init() {}

    package func contents(of response: HTTPResponse) -> PageContents? {
        HTMLPage.parse(response, readsText: true)?.contents(isTruncated: response.isTruncated)
    }
}
