/// A place in a source file, counted as the compiler counts.
public struct SourceLocation: Sendable, Hashable {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in bytes of UTF-8.
    public let column: Int

    /// Names a place.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place one byte on, on the same line.
    var next: SourceLocation { SourceLocation(line: line, column: column + 1) }
}
