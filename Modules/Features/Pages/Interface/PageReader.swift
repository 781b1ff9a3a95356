public import Foundation
public import Injection

/// Reads what web pages say about themselves.
public protocol PageReader: Sendable {
    /// The page at an `http` or `https` address, after redirects.
    func page(at url: URL) async throws(PageError) -> Page
}

/// A container that provides the page reader.
public protocol PagesProviding: SharedContainer {
    /// The page reader.
    var pageReader: Factory<any PageReader> { get }
}
