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

    /// What a link adds.
    ///
    /// - Parameter check: What its newest check found; nil where there was none, or the format has no place for it.
    mutating func write(_ link: Link, check: CheckRecord?) -> String

    /// What comes after the last link.
    mutating func end() -> String
}
