// Bootstrap: all code in one module
import Core
import Injection

struct Settings: Sendable {
    enum Library: Sendable {
        case memory
        case file(path: String)
    }

    var library = Library.memory
    /// A feature flag.
    var offersDrafts = false
}

// Bootstrap
extension AppContainer {
    /// The settings, which the program registers at its start before it resolves anything else.
    var settings: Factory<Settings> { self { Settings() }.cached }

    var library: Factory<any LinkStore> {
        self {
            switch self.settings().library {
            case .memory: InMemoryLinkStore()
            case .file(let path): FileLinkStore(path: path)
            }
        }.cached
    }

    /// A feature that is `nil` while its flag is off.
    var drafts: Factory<(any LinkStore)?> {
        self { self.settings().offersDrafts ? InMemoryLinkStore() : nil }
    }
}
