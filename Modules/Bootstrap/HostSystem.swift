public import Core
import System

/// The parts of the operating system that a program uses directly.
///
/// They are not in the container: a program needs its terminal before it has read the settings, and no feature needs them. A test passes mocks.
public struct HostSystem: Sendable {
    /// The terminal of the process.
    public let terminal: any Terminal
    /// Writes files that are complete or absent.
    public let fileWriter: any FileWriter

    /// Creates a system from its parts.
    public init(terminal: any Terminal, fileWriter: any FileWriter) {
        self.terminal = terminal
        self.fileWriter = fileWriter
    }

    /// The system that the process runs on.
    public static let current = HostSystem(terminal: SystemTerminal(), fileWriter: SystemFileWriter())
}
