import Injection

struct Settings: Sendable {
    enum Library: Sendable {
        case memory
        case file(path: String)
    }

    var library = Library.memory
}

extension AppContainer {
    /// What the start of the program has read; it registers it before anything else is resolved.
    var settings: Factory<Settings> { self { Settings() }.cached }

    var library: Factory<any LinkStore> {
        self {
            switch self.settings().library {
            case .memory: InMemoryLinkStore()
            case .file(let path): FileLinkStore(path: path)
            }
        }.cached
    }
}

func start(with arguments: [String]) {
    var settings = Settings()
    if let path = arguments.first { settings.library = .file(path: path) }
    AppContainer.shared.settings.register { [settings] in settings }
}
