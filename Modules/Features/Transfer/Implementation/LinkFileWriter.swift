package import Core

/// A file format that can be written.
package protocol WritableFormat: Sendable {
    /// Makes a writer for one file.
    func makeWriter() -> any LinkFileWriter
}

/// Writes one file, link by link.
package protocol LinkFileWriter {
    /// What comes before the first link.
    mutating func begin() -> String

    /// What a link adds.
    mutating func write(_ link: Link) -> String

    /// What comes after the last link.
    mutating func end() -> String
}
