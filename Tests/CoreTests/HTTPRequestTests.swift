import Core
import Foundation
import Testing

struct HTTPRequestTests {
    @Test func `by default, a request has a timeout of 20 seconds and a body limit of 1 MiB`()
        throws
    {
        let request = HTTPRequest(.get, try #require(URL(string: "http://shelf.example/")))
        #expect(request.timeout == .seconds(20))
        #expect(request.bodyLimit == 1_048_576)
        #expect(Array(request.headers).isEmpty)
    }
}
