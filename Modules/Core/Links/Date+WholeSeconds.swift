public import Foundation

extension Date {
    /// A date from whole seconds since 1970, as stores keep them.
    public init(seconds: Int64) { self.init(timeIntervalSince1970: TimeInterval(seconds)) }

    /// Whole seconds since 1970, rounded down.
    public var seconds: Int64 { Int64(timeIntervalSince1970.rounded(.down)) }

    /// The date without the fraction of its second; links and checks are dated so.
    public var wholeSeconds: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down)) }
}
