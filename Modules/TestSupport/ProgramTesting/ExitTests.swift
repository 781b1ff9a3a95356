public import Foundation
public import Testing

/// Turns a trap into an `exit`, so that the process writes its coverage data.
///
/// Call this function first in an exit test. Otherwise, lines that only exit tests run are reported
/// as untested.
public func exitWhereTrapped() {
    // Depending on the processor, `fatalError` and `precondition` raise one of these signals.
    for number in [SIGILL, SIGTRAP] {
        signal(number) { _ in exit(EXIT_FAILURE) }
    }
}

extension ExitTest.Result {
    /// The standard error of the process, or an empty string if the test does not observe it.
    public var errorText: String {
        String(decoding: standardErrorContent, as: UTF8.self)
    }
}

#if os(Linux)
    /// Runs `body` while the process can use no more of a resource, such as `RLIMIT_NOFILE`.
    ///
    /// The limit belongs to the process, so this function must be called in an exit test.
    public func withoutResource(
        _ kind: __rlimit_resource,
        _ body: () async throws -> Void
    ) async throws {
        let resource = __rlimit_resource_t(kind.rawValue)
        // The pointers are valid for the duration of the calls, which do not keep them.
        var usual = rlimit()
        unsafe #expect(getrlimit(resource, &usual) == 0)
        var none = rlimit(rlim_cur: 0, rlim_max: usual.rlim_max)
        unsafe #expect(setrlimit(resource, &none) == 0)
        defer {
            unsafe #expect(setrlimit(resource, &usual) == 0)
        }
        try await body()
    }
#endif
