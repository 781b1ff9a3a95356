import Foundation

/// A type that writes files atomically.
public protocol FileWriter: Sendable {
    /// Writes a file in pieces, and replaces the previous file when the new one is complete.
    ///
    /// The new file has the permissions of the previous file. If the destination is not a regular
    /// file, for example if it is a pipe or a device, the writer writes to it directly. After an
    /// error, the previous file is unchanged, and no part of the new one remains. If the process is
    /// killed, the next call with the same path removes the unfinished file.
    ///
    /// - Throws: ``FileError``, or the error that `body` throws.
    func write(
        to path: String,
        _ body: (_ write: @Sendable (String) throws -> Void) async throws -> Void
    )
        async throws
}

/// An error that indicates that a file cannot be written.
public struct FileError: ExplainedError, Hashable {
    /// The path as passed by the caller.
    public let path: String
    /// The system's explanation of the failure.
    public let reason: String

    public init(path: String, _ error: any Error) {
        self.path = path
        reason = error.systemReason
    }

    public var explanation: String {
        "cannot write '\(path)': \(reason); check the path and the free space"
    }
}

extension Error {
    /// The system's reason for the failure, or a description of the error if Foundation provides no
    /// reason.
    public var systemReason: String {
        underlying.localizedFailureReason ?? underlying.localizedDescription
    }
    /// The system's error number, such as `EBADF`, or `nil` if Foundation does not provide it.
    public var systemNumber: Int32? {
        underlying.domain == NSPOSIXErrorDomain ? Int32(exactly: underlying.code) : nil
    }

    private var underlying: NSError {
        let error = self as NSError
        return (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError } ?? error
    }
}
