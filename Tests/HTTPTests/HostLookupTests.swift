import HTTP
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

struct HostLookupTests {
    @Test(arguments: [
        (Int32(0), HostLookup.Outcome.found), (EAI_NONAME, .noSuchHost), (EAI_AGAIN, .unanswered),
        (EAI_FAIL, .unanswered), (EAI_SYSTEM, .unanswered), (EAI_MEMORY, .unanswered),
    ])
    func `a silent name server is no proof that a host is gone`(
        _ code: Int32, _ outcome: HostLookup.Outcome
    ) {
        #expect(HostLookup.outcome(code: code) == outcome)
    }
}
