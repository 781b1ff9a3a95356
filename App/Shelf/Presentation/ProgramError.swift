/// Another program did not do what it was called for.
enum ProgramError: Error {
    /// It ended with that code.
    case failed(String, code: Int32, remedy: String)
    /// It left no file where its text should be.
    case lostFile(String, remedy: String)

    /// What is wrong, in one line.
    var message: String {
        switch self {
        case .failed(let program, 127, let remedy): "there is no program '\(program)'; \(remedy)"
        case .lostFile(let path, let remedy): "the editor left no file at '\(path)'; \(remedy)"
        case .failed(let program, let code, let remedy): "'\(program)' ended with \(code); \(remedy)"
        }
    }
}
