public import Core
public import Foundation

/// A link whose page has moved permanently.
public struct LinkMove: Sendable, Hashable {
    /// The link as it was checked.
    public var link: Link
    /// The new URL of the page.
    public var url: String
    /// The date of the check that found the page at the new URL.
    public var checked: Date

    public init(_ link: Link, to url: String, checked: Date) {
        self.link = link
        self.url = url
        self.checked = checked
    }
}
