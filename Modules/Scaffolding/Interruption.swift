import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Whether somebody wants the process to end, so that what was begun is undone or done before it does.
public struct Interruption: Sendable {
    private let isWatching: Bool

    /// One that never comes.
    public init() { isWatching = false }

    private init(isWatching: Bool) { self.isWatching = isWatching }

    /// One that comes with Ctrl-C or a request to end, which no longer end the process by themselves; a second one does.
    public static func bySignals() -> Interruption {
        // Touched before a signal can come, since making it is nothing that a handler may do.
        _ = hasCome.load(ordering: .relaxed)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            _ = signal(number) { number in
                guard Interruption.hasCome.exchange(true, ordering: .relaxed) else { return }
                signal(number, SIG_DFL)
                raise(number)
            }
        }
        return Interruption(isWatching: true)
    }

    private static let hasCome = Atomic(false)

    /// Throws once it has come.
    ///
    /// - Throws: ``ScaffoldingError/interrupted``.
    func check() throws(ScaffoldingError) {
        if isWatching, Self.hasCome.load(ordering: .relaxed) { throw .interrupted }
    }
}
