import Testing
import WebURLs

struct URLAddressTests {
    @Test(
        arguments: table(
            """
            http://example.org/ → example.org
            https://www.example.org → example.org
            https://example.org/a/ → example.org/a
            https://example.org/a/?b/#c/ → example.org/a?b/#c/
            https://example.org/#a → example.org#a
            http://www.example.org/www.a → example.org/www.a
            https://wwwexample.org/? → wwwexample.org?
            ftp://example.org/ → ftp://example.org
            """
        ) + [("", "")]
    )
    func `the address has no web scheme, no leading "www." and no slash at the end of the path`(
        url: String,
        address: String
    ) {
        #expect(url.urlAddress == address)
    }
}
