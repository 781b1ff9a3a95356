import Foundation
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
