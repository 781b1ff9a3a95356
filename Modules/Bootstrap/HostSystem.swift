public import Core
import System

/// The parts of the operating system that a program uses directly.
///
/// They are not in the container: a program needs its terminal before it has read the settings, and no feature needs them. A test passes mocks.
public struct HostSystem: Sendable {
    public let terminal: any Terminal
    public let fileWriter: any FileWriter

    public init(terminal: any Terminal, fileWriter: any FileWriter) {
        (self.terminal, self.fileWriter) = (terminal, fileWriter)
    }

    public static let current = HostSystem(terminal: SystemTerminal(), fileWriter: SystemFileWriter())
}
