package import Core

/// A file format that can be written.
package protocol WritableFormat: Sendable {
    /// Whether the format has a place for what checks found.
    var holdsChecks: Bool { get }

    /// Makes a writer for one file.
    func makeWriter() -> any LinkFileWriter
}

extension WritableFormat {
    /// No, as in most formats.
    package var holdsChecks: Bool { false }
}

/// Writes one file, link by link.
package protocol LinkFileWriter {
    /// What comes before the first link.
    mutating func begin() -> String

    /// Appends what a link adds.
    ///
    /// - Parameters:
    ///   - check: What its newest check found; nil where there was none, or the format has no place for it.
    ///   - text: What was written of the links before it, as UTF-8.
    mutating func write(_ link: Link, check: CheckRecord?, to text: inout [UInt8])

    /// What comes after the last link.
    mutating func end() -> String
}
