public import Foundation

extension Date {
    /// The date without the fraction of its second; links and checks are dated so.
    public var wholeSeconds: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down)) }
}
