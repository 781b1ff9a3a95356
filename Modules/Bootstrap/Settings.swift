public import CheckingInterface
public import Injection
public import LibraryInterface

/// The configuration of the program, which the program registers before it resolves any feature.
public struct Settings: Sendable, Hashable {
    public var library: LibraryLocation
    /// The rules for normalizing URLs.
    public var urlPolicy: URLPolicy
    /// The rules for checks. The interval between requests also applies to requests that read
    /// pages.
    public var checkPolicy: CheckPolicy
    /// The User-Agent field of requests (RFC 9110, section 10.1.5).
    public var userAgent: String
    /// The path of a PEM file with the trusted certificate authorities, or `nil` to trust the
    /// authorities of the system.
    public var authorities: String?

    public init(
        library: LibraryLocation,
        urlPolicy: URLPolicy = URLPolicy(),
        checkPolicy: CheckPolicy = CheckPolicy(),
        userAgent: String = "shelf/\(Settings.version) (personal link library)",
        authorities: String? = nil
    ) {
        self.library = library
        self.urlPolicy = urlPolicy
        self.checkPolicy = checkPolicy
        self.userAgent = userAgent
        self.authorities = authorities
    }

    public static let version = "1.0.0"
}

extension AppContainer {
    /// The settings, which the program registers when it starts.
    ///
    /// The definition stores the link library in memory, so a test leaves no files behind.
    public var settings: Factory<Settings> { self { Settings(library: .memory) }.cached }
}
