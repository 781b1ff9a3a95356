/// What a shell may offer while a value or an operand is typed.
public enum Completion: Sendable, Hashable {
    /// Nothing: only the one who types knows it.
    case nothing
    /// One of these words, which hold no white space and no quotes.
    case words([String])
    /// Files and folders.
    case files
    /// The lines that the program itself prints when it is called with these arguments.
    case lines(of: [String])
}
