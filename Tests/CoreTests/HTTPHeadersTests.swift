import Core
import Testing

struct HTTPHeadersTests {
    @Test func `names are found in any case`() {
        let headers: HTTPHeaders = ["Content-Type": "text/html"]
        #expect(headers["content-type"] == "text/html")
        #expect(headers["CONTENT-TYPE"] == "text/html")
        #expect(headers["Content-Length"] == nil)
    }

    @Test func `a name that comes twice has both values`() {
        let headers = HTTPHeaders([("Accept", "text/html"), ("accept", "text/plain")])
        #expect(headers["Accept"] == "text/html, text/plain")
    }

    @Test func `setting replaces, and nil removes`() {
        var headers: HTTPHeaders = ["A": "1"]
        headers["a"] = "2"
        #expect(headers.map(\.value) == ["2"])
        headers["A"] = nil
        #expect(Array(headers).isEmpty)
    }

    @Test func `headers that differ in the case of names alone are equal`() {
        #expect(HTTPHeaders([("A", "1")]) == HTTPHeaders([("a", "1")]))
    }
}
