public import Core

public enum LibraryError: Error, Hashable {
    /// The string is not a URL that the library can save.
    case invalidURL(String, reason: URLProblem)
    case noSuchLinks([Link.ID])
    /// Another link already has the URL. The URL is in normal form.
    case urlTaken(String, by: Link.ID)
    /// No link has these tags. The tags are sorted by name.
    case noSuchTags([LinkTag])
    /// A tag cannot be renamed, because its new name belongs to another tag.
    case tagExists(LinkTag, renaming: LinkTag)
}

public enum URLProblem: Error, Hashable {
    case empty
    /// The string does not begin with a scheme such as `https:`.
    case noScheme
    /// URLs with this scheme cannot be requested. They are saved only if
    /// ``URLPolicy/allowsAnyScheme`` is true.
    case unsupportedScheme(String)
    case noHost
    /// The string is neither a valid host name nor a valid IP address.
    case invalidHost(String)
    /// The string is not a number from 0 to 65535.
    case invalidPort(String)
    /// The URL is longer than 512 KiB. Every file format supports URLs up to this length.
    case tooLong
}
