import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Notices Ctrl-C and a request to end, so that what was begun is undone or done before the process ends.
public final class Interruption: Sendable {
    private let hasCome = Flag()
    private let sources: Mutex<[any DispatchSourceSignal]>

    /// Watches for signals from now on.
    public init() {
        let flag = hasCome
        sources = Mutex([])
        sources.withLock { sources in
            for number in [SIGINT, SIGTERM, SIGHUP] {
                _ = signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                source.setEventHandler { flag.isUp.store(true, ordering: .relaxed) }
                source.resume()
                sources.append(source)
            }
        }
    }

    /// Throws once somebody wants the process to end.
    ///
    /// - Throws: ``ScaffoldingError/interrupted``.
    package func check() throws(ScaffoldingError) {
        if hasCome.isUp.load(ordering: .relaxed) { throw .interrupted }
    }

    private final class Flag: Sendable {
        let isUp = Atomic(false)
    }
}

/// Whether there is a process of that number.
func isRunning(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno == EPERM }
