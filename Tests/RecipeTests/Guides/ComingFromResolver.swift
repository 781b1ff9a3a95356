import Injection
import InjectionTesting
import Testing

// LinksInterface: the protocol stays, and a property of a container protocol replaces each
// `Resolver.Name`
protocol LinkReader: Sendable {
    func title(of link: String) -> String
}

protocol LinksProviding: SharedContainer {
    var linkReader: Factory<any LinkReader> { get }
    var cachedLinkReader: Factory<any LinkReader> { get }
}

// Links, the implementation: receives its dependencies by init, and does not import Injection
struct PlainLinkReader: LinkReader {
    func title(of link: String) -> String {
        "Title of \(link)"
    }
}

struct CachedLinkReader: LinkReader {
    let reader: any LinkReader
    func title(of link: String) -> String {
        reader.title(of: link) + ", cached"
    }
}

// Bootstrap: replaces registerAllServices()
extension AppContainer: LinksProviding {
    var linkReader: Factory<any LinkReader> { self { PlainLinkReader() } }
    var cachedLinkReader: Factory<any LinkReader> {
        self { CachedLinkReader(reader: self.linkReader()) }.cached
    }
}

// App
struct TitleCommand {
    @Injected(\AppContainer.cachedLinkReader) private var reader
    func run(_ link: String) -> String {
        reader.title(of: link)
    }
}

// MARK: - Tests

@Suite(.appContainer)
struct ComingFromResolverTests {
    @Test func `the command receives the reader of the container`() {
        #expect(TitleCommand().run("swift.org") == "Title of swift.org, cached")
    }
}
