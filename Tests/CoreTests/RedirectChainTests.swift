import Core
import Testing

struct RedirectChainTests {
    @Test func `a chain has redirects from its second request on`() {
        var chain = RedirectChain<Int>()
        #expect(!chain.hasRedirects)
        chain.add(0)
        #expect(!chain.hasRedirects)
        chain.add(1)
        #expect(chain.hasRedirects)
    }

    @Test func `a chain of redirects has at most twenty of them`() {
        var chain = RedirectChain<Int>()
        for request in 0...19 {
            chain.add(request)
        }
        #expect(chain.refusal(of: 20) == nil)
        chain.add(20)
        #expect(chain.refusal(of: 21) == "more than 20 redirects")
    }

    @Test func `a chain of redirects repeats no request`() {
        var chain = RedirectChain<String>()
        chain.add("/a")
        chain.add("/b")
        #expect(chain.refusal(of: "/a") == "redirect loop")
        #expect(chain.refusal(of: "/c") == nil)
    }
}
