public import Foundation
public import Testing

/// A terminal without a screen. It is closed when the object is released.
public final class PseudoTerminal: Sendable {
    /// The file that writes to the input of the terminal.
    public let keyboard: FileHandle
    /// The file of a program that uses the terminal.
    public let file: FileHandle

    /// Creates a terminal of unknown size, or returns `nil` if the machine has no pseudo-terminals.
    public init?() {
        var keyboard: Int32 = -1
        var file: Int32 = -1
        // The call writes the two descriptors, and keeps no pointer to them.
        guard unsafe openpty(&keyboard, &file, nil, nil, nil) == 0 else { return nil }
        self.keyboard = FileHandle(fileDescriptor: keyboard, closeOnDealloc: true)
        self.file = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    }

    public func resize(columns: UInt16) {
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        // The call reads the structure, and keeps no pointer to it.
        _ = unsafe ioctl(file.fileDescriptor, UInt(TIOCSWINSZ), &size)
    }
}

extension Trait where Self == ConditionTrait {
    /// A condition for tests that use a terminal.
    public static var usesTerminal: Self {
        .enabled(
            if: FileManager.default.fileExists(atPath: "/dev/pts/ptmx"),
            "this machine has no pseudo-terminals; is /dev/pts mounted?"
        )
    }
}
