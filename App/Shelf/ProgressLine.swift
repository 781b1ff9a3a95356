import CommandLineArguments
import Core
import Foundation
import Synchronization
import TerminalText

/// A line on the terminal that shows the progress of a command. The line is not drawn if the
/// console does not show progress.
final class ProgressLine: Sendable {
    private struct State {
        var start: Date?
        /// The time at which the line was drawn, or `nil` if it is not visible.
        var lastDrawn: Date?
        /// Whether the line will be drawn soon, because it was drawn less than 100 ms ago.
        var isDrawPending = false
        /// The text of the line without the note.
        var text = ""
        var note: String?
    }

    private let console: Console
    private let clock: any WallClock
    private let state = Mutex(State())

    init(_ console: Console, clock: any WallClock) {
        self.console = console
        self.clock = clock
    }

    /// Updates the line, which is drawn at most ten times a second.
    ///
    /// - Parameters:
    ///   - text: The text at the beginning of the line.
    ///   - done: The number of units completed so far, which determines the rate.
    ///   - fraction: The completed fraction, from 0 to 1, or `nil` if the total is unknown.
    func update(_ text: String, done: Int, fraction: Double?) {
        guard console.progressWidth != nil else { return }
        let now = clock.now
        let isTooEarly = state.withLock { state in
            let start = state.start ?? now
            state.start = start
            state.text = text + Self.rate(done, fraction, now.timeIntervalSince(start))
            // If the system clock was set back, the line is drawn.
            if let last = state.lastDrawn, 0..<0.1 ~= now.timeIntervalSince(last) {
                defer { state.isDrawPending = true }
                return !state.isDrawPending
            }
            draw(&state, at: now)
            return false
        }
        guard isTooEarly else { return }
        // Without this task, the line would stay outdated until the next update.
        Task {
            try? await clock.sleep(for: .milliseconds(100))
            redraw { $0.isDrawPending = false }
        }
    }

    /// Replaces the note at the end of the line. The note remains until the next call. Any task can
    /// call this method.
    func show(note: String?) {
        redraw { $0.note = note }
    }

    /// Changes the state, and draws the line if it is visible.
    private func redraw(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            if state.lastDrawn != nil {
                draw(&state, at: clock.now)
            }
        }
    }

    func clear() {
        state.withLock { state in
            if state.lastDrawn.take() != nil {
                console.endProgress()
            }
        }
    }

    private func draw(_ state: inout State, at now: Date) {
        guard let width = console.progressWidth else { return }
        state.lastDrawn = now
        let line = [state.text, state.note].compactMap(\.self).joined(separator: ", ")
        // Text that fills the last column would wrap, and could not be cleared.
        console.showProgress(line.fitted(to: width - 1))
    }

    /// Returns the percentage, the rate and the remaining time. The rate and the remaining time are
    /// omitted at the beginning, when they would be inexact.
    private static func rate(_ done: Int, _ fraction: Double?, _ seconds: TimeInterval) -> String {
        var text = fraction.map { " (\(Int($0 * 100)) %)" } ?? ""
        if seconds > 0.5 {
            text += ", \(Int(Double(done) / seconds)) a second"
            if let fraction, fraction > 0.01 {
                text += ", \(remaining(seconds * (1 / fraction - 1)))"
            }
        }
        return text
    }

    private static func remaining(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded(.up))
        return whole < 60 ? "\(whole) s left" : "\(whole / 60) min \(whole % 60) s left"
    }
}
