import Core
import Foundation
import Testing

struct HTTPHostTests {
    @Test(arguments: [
        ("http://A.example/x", "a.example"), ("HTTPS://a.example", "a.example"),
        ("http://a.example:80/", "a.example"), ("https://a.example:443/", "a.example"),
        ("http://a.example:443/", "a.example:443"), ("https://a.example:80/", "a.example:80"),
        ("http://a.example:81/", "a.example:81"), ("https://a.example:444/", "a.example:444"),
        ("http://[::1]/", "[::1]"), ("http://[::1]:8080/", "[::1]:8080"),
        ("ftp://a.example/", nil), ("http:///x", nil), ("mailto:a@b.example", nil), ("/x", nil),
    ])
    func `the host of an HTTP URL has its port unless it is the default port`(
        text: String,
        host: String?
    ) throws {
        #expect(try #require(URL(string: text)).httpHost == host)
    }
}
