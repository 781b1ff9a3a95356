/// Another program did not do what it was called for.
enum ProgramError: Error {
    /// It ended with that code.
    case failed(String, code: Int32, remedy: String)

    /// What is wrong, in one line.
    var message: String {
        switch self {
        case .failed(let program, 127, let remedy): "there is no program '\(program)'; \(remedy)"
        case .failed(let program, let code, let remedy): "'\(program)' ended with \(code); \(remedy)"
        }
    }
}
