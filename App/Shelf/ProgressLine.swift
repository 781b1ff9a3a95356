import CommandLineArguments
import Synchronization
import TerminalText

/// A line on the terminal that shows the progress of a command. It draws nothing if the console
/// does not show progress.
final class ProgressLine: Sendable {
    private let console: Console
    private let state = Mutex<
        (start: ContinuousClock.Instant?, lastDrawn: ContinuousClock.Instant?)
    >((nil, nil))
    init(_ console: Console) {
        self.console = console
    }

    /// Updates the line, at most ten times a second.
    ///
    /// - Parameters:
    ///   - text: The text at the beginning of the line.
    ///   - done: The number of units completed so far, which determines the rate.
    ///   - fraction: The completed fraction, from 0 to 1, or nil if the total is unknown.
    func update(_ text: String, done: Int, fraction: Double?) {
        guard let width = console.progressWidth else { return }
        let now = ContinuousClock.now
        let start = state.withLock { state -> ContinuousClock.Instant? in
            if let last = state.lastDrawn, now - last < .milliseconds(100) {
                return nil
            }
            state = (state.start ?? now, now)
            return state.start
        }
        guard let start else { return }
        let seconds = (now - start) / .seconds(1)
        var parts = [text]
        if let fraction {
            parts[0] += " (\(Int(fraction * 100)) %)"
        }
        if seconds > 0.5 {
            parts.append("\(Int(Double(done) / seconds)) a second")
            if let fraction, fraction > 0.01 {
                parts.append(Self.remaining(seconds * (1 / fraction - 1)))
            }
        }
        // Text that fills the last column would wrap, and could not be cleared.
        console.showProgress(parts.joined(separator: ", ").fitted(to: width - 1))
    }

    func clear() {
        if state.withLock({ $0.lastDrawn.take() }) != nil {
            console.endProgress()
        }
    }

    private static func remaining(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded(.up))
        return whole < 60 ? "\(whole) s left" : "\(whole / 60) min \(whole % 60) s left"
    }
}
