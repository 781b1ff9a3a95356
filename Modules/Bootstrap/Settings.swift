public import Injection
public import LibraryInterface

/// The configuration of the program. It is registered before any feature is resolved.
public struct Settings: Sendable, Hashable {
    public var library: LibraryLocation
    /// The rules for normalizing URLs.
    public var urlPolicy: URLPolicy
    /// The User-Agent field of requests (RFC 9110, section 10.1.5).
    public var userAgent: String
    /// The minimum time between two requests to a host when the program reads pages.
    public var pageInterval: Duration
    /// The path of a PEM file with the trusted certificate authorities, or nil to trust the
    /// authorities of the system.
    public var authorities: String?

    public init(
        library: LibraryLocation,
        urlPolicy: URLPolicy = URLPolicy(),
        userAgent: String = "shelf/\(Settings.version) (personal link library)",
        authorities: String? = nil,
        pageInterval: Duration = .milliseconds(50)
    ) {
        self.library = library
        self.urlPolicy = urlPolicy
        self.userAgent = userAgent
        self.pageInterval = pageInterval
        self.authorities = authorities
    }

    public static let version = "1.0.0"
}

extension AppContainer {
    /// The settings. The program registers them when it starts.
    ///
    /// Without a registration, the library is in memory, so no files remain.
    public var settings: Factory<Settings> { self { Settings(library: .memory) }.cached }
}
