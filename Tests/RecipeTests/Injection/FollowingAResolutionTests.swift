import Injection
import InjectionTesting
import Testing

@Suite(.appContainer)
struct FollowingAResolutionTests {
    @Test func `the second resolution finds what the first one made`() {
        let first = AppContainer.shared.linkStore()
        let second = AppContainer.shared.linkStore()
        #expect(first === second)
    }
}
