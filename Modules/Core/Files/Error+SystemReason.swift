import Foundation

extension Error {
    /// Why the system refused to read or write, in its own words where Foundation has kept them.
    public var systemReason: String { underlying.localizedFailureReason ?? underlying.localizedDescription }

    /// The number that the system gives that reason, such as `EBADF`; nil where Foundation has not kept it.
    public var systemNumber: Int32? { underlying.domain == NSPOSIXErrorDomain ? Int32(exactly: underlying.code) : nil }

    private var underlying: NSError {
        let error = self as NSError
        return (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError } ?? error
    }
}
