import Core
import Testing

struct ExplainedErrorTests {
    private struct Explained: ExplainedError {
        let explanation = "the door is locked; bring the key"
    }

    private enum Unexplained: Error { case reason(Int) }

    @Test func `an error that explains itself is heard, also as any error`() {
        let error: any Error = Explained()
        #expect(error.explanation == "the door is locked; bring the key")
        #expect(Explained().explanation == error.explanation)
    }

    @Test func `any other error is called unexpected, with all that it tells`() {
        #expect(Unexplained.reason(7).explanation == "unexpected failure: reason(7)")
    }
}
