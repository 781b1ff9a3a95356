/// Something that tasks wait for.
final class Gate: Sendable {
    private let stream = AsyncStream<Void>.makeStream()

    func open() { stream.continuation.finish() }

    func pass() async { for await _ in stream.stream {} }
}
