import Foundation

extension Error {
    /// Why the system refused to read or write, in its own words where Foundation has kept them.
    public var systemReason: String {
        let error = self as NSError
        let underlying = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError } ?? error
        return underlying.localizedFailureReason ?? underlying.localizedDescription
    }
}
