import TerminalText

/// One line on the terminal that says how far the work has come; draws nothing where progress is not welcome.
final class ProgressLine {
    private let console: Console
    private let width: Int?
    private let start = ContinuousClock.now
    private var drawn: ContinuousClock.Instant?

    init(_ console: Console) {
        self.console = console
        width = console.progressWidth
    }

    /// Draws the line anew, at most ten times a second.
    ///
    /// - Parameters:
    ///   - what: What is being done, and how much of it is.
    ///   - done: The same as a number, for the rate.
    ///   - fraction: How much of it all that is, from 0 to 1, or nil when nobody knows.
    func update(_ what: String, done: Int, fraction: Double?) {
        let now = ContinuousClock.now
        guard let width, drawn.map({ now - $0 >= .milliseconds(100) }) ?? true else { return }
        drawn = now
        let seconds = (now - start) / .seconds(1)
        var parts = [what]
        if let fraction { parts[0] += " (\(Int(fraction * 100)) %)" }
        if seconds > 0.5 {
            parts.append("\(Int(Double(done) / seconds)) a second")
            if let fraction, fraction > 0.01 { parts.append(Self.left(seconds * (1 / fraction - 1))) }
        }
        // A line that fills the last column would wrap, and could not be taken away again.
        console.draw("\r\u{1B}[K" + parts.joined(separator: ", ").fitted(to: width - 1))
    }

    /// Takes the line away, so that something else can be printed.
    func clear() {
        guard drawn != nil else { return }
        drawn = nil
        console.draw("\r\u{1B}[K")
    }

    private static func left(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded(.up))
        return whole < 60 ? "\(whole) s left" : "\(whole / 60) min \(whole % 60) s left"
    }
}
