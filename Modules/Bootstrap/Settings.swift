public import Foundation
public import LibraryInterface

/// What the start of the program decides; registered once, before anything else is resolved.
public struct Settings: Sendable, Hashable {
    /// Where the library is kept.
    public var library: LibraryAddress
    /// The choices of the library about URLs.
    public var urlPolicy: URLPolicy
    /// How requests introduce themselves (RFC 9110, section 10.1.5).
    public var userAgent: String
    /// The file that is read where standard input is named.
    public var standardInput: FileHandle

    /// Makes settings.
    public init(
        library: LibraryAddress, urlPolicy: URLPolicy = URLPolicy(),
        userAgent: String = "shelf/\(Settings.version) (link library of one person)",
        standardInput: FileHandle = .standardInput
    ) {
        self.library = library
        self.urlPolicy = urlPolicy
        self.userAgent = userAgent
        self.standardInput = standardInput
    }

    /// The version of the program.
    public static let version = "0.1.0"
}
