public import Core

/// Why a page could not be read.
public enum PageError: Error, Hashable {
    /// The request got no response.
    case noResponse(HTTPError)
    /// The server answered with something other than success.
    case status(Int)
    /// The address leads to something other than a page, of that media type.
    case notAPage(mediaType: String)
}
