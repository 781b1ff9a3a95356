import Foundation

/// For the body of an exit test, first of all: has a trap end the process as `exit` does, and not at once.
///
/// The lines that a test ran are written by `exit`, so without this those that only exit tests run count as untested.
public func exitWhereTrapped() {
    // fatalError and precondition end in one of these, depending on the processor.
    for number in [SIGILL, SIGTRAP] {
        signal(number) { _ in exit(EXIT_FAILURE) }
    }
}
