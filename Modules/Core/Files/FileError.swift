/// Why a file cannot be written.
public struct FileError: Error, Hashable {
    /// The file, as it was named.
    public let path: String
    /// Why, in the words of the system.
    public let reason: String

    /// Makes an error from what Foundation has thrown.
    public init(path: String, _ error: any Error) {
        self.path = path
        reason = error.systemReason
    }
}
