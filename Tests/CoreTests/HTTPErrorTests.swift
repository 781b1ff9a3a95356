import Core
import Testing

struct HTTPErrorTests {
    @Test(arguments: [
        (HTTPError.unsupportedURL("a"), "cannot request 'a'"),
        (.noSuchHost("a"), "host 'a' not found"),
        (.lookupFailed(host: "a"), "cannot look up 'a'; check the network connection"),
        (.cannotConnect(host: "a"), "cannot connect to 'a'"),
        (.connectionLost(host: "a"), "the connection to 'a' was lost"),
        (.timedOut, "timed out"),
        (.untrustedServer(host: "a", reason: "b"), "cannot trust 'a': b"),
        (.malformedResponse(reason: "a"), "invalid response: a"),
        (.tooManyRedirects, "too many redirects"),
        (.canceled, "interrupted"),
    ])
    func `every error has an explanation of one line`(error: HTTPError, explanation: String) {
        #expect(error.explanation == explanation)
    }
}
