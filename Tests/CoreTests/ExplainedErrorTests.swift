import Core
import CoreTesting
import Testing

struct ExplainedErrorTests {
    private struct Explained: ExplainedError {
        let explanation = "the door is locked; bring the key"
    }

    private enum Unexplained: Error { case reason(Int) }

    @Test func `an explained error keeps its message as any Error`() {
        let error: any Error = Explained()
        #expect(error.explanation == "the door is locked; bring the key")
        checkExplanation(of: Explained())
    }

    @Test func `any other error is described as unexpected`() {
        #expect(Unexplained.reason(7).explanation == "unexpected error: reason(7)")
    }
}
