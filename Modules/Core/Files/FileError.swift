import Foundation

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

extension Error {
    /// Why the system refused to read or write, in its own words where Foundation has kept them.
    public var systemReason: String {
        let error = self as NSError
        let underlying = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError } ?? error
        return underlying.localizedFailureReason ?? underlying.localizedDescription
    }
}
