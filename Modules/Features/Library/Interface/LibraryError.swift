public import Core

/// Why the library refused what was asked.
public enum LibraryError: Error, Hashable {
    /// The text is no address that the library keeps.
    case invalidAddress(String, reason: AddressProblem)
    /// No links of these identities are there.
    case noSuchLinks([Link.ID])
    /// Another link has that address, in the library's normal form.
    case addressTaken(String, by: Link.ID)
    /// No link has these tags; in the order of their names.
    case noSuchTags([LinkTag])
    /// There is another tag of the name that a tag was to get.
    case tagExists(LinkTag, renaming: LinkTag)
}

/// What is wrong with an address.
public enum AddressProblem: Error, Hashable {
    /// There is nothing in it.
    case empty
    /// It does not begin with a scheme such as `https:`.
    case noScheme
    /// Links of this scheme cannot be fetched, and are kept only if ``AddressRules`` say so.
    case unsupportedScheme(String)
    /// It names no host.
    case noHost
    /// This is neither a name nor a number that a host can have.
    case invalidHost(String)
    /// This is no port; ports are numbers from 0 to 65535.
    case invalidPort(String)
    /// It is longer than 512 KiB, which every format of files can hold.
    case tooLong
}
