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
            http://www.example.org/www.a → example.org/www.a
            https://wwwexample.org/? → wwwexample.org?
            ftp://example.org/ → ftp://example.org
            """
        ) + [("", "")]
    )
    func `URLs that usually have the same page have the same address`(
        url: String,
        address: String
    ) {
        #expect(url.urlAddress == address)
    }
}
