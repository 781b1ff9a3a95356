import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Notes that somebody asks the program to stop, by SIGINT or SIGTERM, so that it can clear up before it does.
final class Interrupt: Sendable {
    private let request = Request()
    private let sources: [any DispatchSourceSignal]

    /// Watches until this value goes away.
    init() {
        sources = [SIGINT, SIGTERM].map { number in
            _ = signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: .global())
        }
        for source in sources {
            source.setEventHandler { [request] in request.isMade.store(true, ordering: .relaxed) }
            source.resume()
        }
    }

    deinit { for source in sources { source.cancel() } }

    /// Whether somebody has asked.
    var isRequested: Bool { request.isMade.load(ordering: .relaxed) }

    private final class Request: Sendable {
        let isMade = Atomic(false)
    }
}
