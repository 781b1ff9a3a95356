import Foundation

/// Says why the system refused to read or write.
enum SystemReason {
    /// The reason in the words of the operating system, where Foundation has kept them.
    static func text(of error: any Error) -> String {
        let error = error as NSError
        let underlying = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError } ?? error
        return underlying.localizedFailureReason ?? underlying.localizedDescription
    }
}
