import PagesInterface
import Testing

struct PageErrorTests {
    @Test func `the explanation of a missing password of a proxy contains the remedy`() {
        #expect(
            PageError.status(407).explanation
                == "the proxy requires a password (407); set it in http_proxy or https_proxy"
        )
    }
}
