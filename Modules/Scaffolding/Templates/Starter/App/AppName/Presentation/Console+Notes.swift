import Core

extension Console {
    /// Writes a note and its number to standard output.
    func print(_ note: Note) throws(OutputError) { try print("\(note.id)  \(note.text)") }
}
