import Core
import Foundation

/// The editor of a person.
struct Editor {
    private let command: String
    private let terminal: any Terminal

    /// Finds the editor that the environment names.
    init(_ environment: [String: String], terminal: any Terminal) {
        self.terminal = terminal
        command = [environment["VISUAL"], environment["EDITOR"]].compactMap(\.self).first { !$0.isEmpty } ?? "vi"
    }

    /// Makes a file, in a folder of its own that nobody else can read.
    func file(with text: String, name: String) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "shelf-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file
    }

    /// Opens the file and waits until the editor is closed.
    func edit(_ file: URL) throws {
        let outcome = terminal.run(command, with: file.path)
        guard outcome == 0 else {
            remove(file)
            throw ProgramError.failed(command, code: outcome, remedy: "nothing was changed")
        }
    }

    /// Removes a file that was made here, with its folder.
    func remove(_ file: URL) { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
}
