import Foundation
import Injection

// The protocol
public protocol NoteStore: Sendable {
    func notes() throws -> [String]
}

// The implementation
struct FileNoteStore: NoteStore {
    let path: String

    func notes() throws -> [String] {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return text.split(separator: "\n").map(String.init)
    }
}

// The definition
extension Container {
    public var noteStore: Factory<any NoteStore> {
        self { FileNoteStore(path: "notes.txt") }.cached
    }
}

// The use
public struct NoteSummary {
    @Injected(\.noteStore) private var store

    public init() {}

    public func text() throws -> String {
        "\(try store.notes().count) notes"
    }
}
