import Core
import Testing

struct HTTPHeadersTests {
    @Test
    func
        `the names of header fields are case-insensitive, and values of repeated names are joined`()
    {
        var headers = HTTPHeaders([("Accept", "text/html"), ("accept", "text/plain")])
        #expect(headers["ACCEPT"] == "text/html, text/plain")
        #expect(headers == HTTPHeaders([("ACCEPT", "text/html, text/plain")]))
        #expect(headers["Content-Length"] == nil)
        headers["aCCept"] = "2"
        #expect(headers.map(\.value) == ["2"])
        headers["Accept"] = nil
        #expect(Array(headers).isEmpty)
    }

    @Test func `the values of a repeated cookie are joined with line breaks`() {
        let headers = HTTPHeaders([
            ("Set-Cookie", "a=1; Expires=Thu, 01 Jan 1970"), ("set-cookie", "b=2"),
        ])
        #expect(headers["Set-Cookie"] == "a=1; Expires=Thu, 01 Jan 1970\nb=2")
    }
}
