import Injection

// LinksInterface: what was a protocol and a `Resolver.Name` is a protocol and a promise
protocol LinkReader: Sendable {
    func title(of link: String) -> String
}

protocol LinksProviding: SharedContainer {
    var linkReader: Factory<any LinkReader> { get }
    var cachedLinkReader: Factory<any LinkReader> { get }
}

// Links, the implementation: takes by init what it resolved before; it needs no Injection
struct PlainLinkReader: LinkReader {
    func title(of link: String) -> String { "Title of \(link)" }
}

struct CachedLinkReader: LinkReader {
    let reader: any LinkReader
    func title(of link: String) -> String { reader.title(of: link) + ", kept" }
}

// Bootstrap: what was registerAllServices()
extension AppContainer: LinksProviding {
    var linkReader: Factory<any LinkReader> { self { PlainLinkReader() } }
    var cachedLinkReader: Factory<any LinkReader> {
        self { CachedLinkReader(reader: self.linkReader()) }.cached
    }
}

// App
struct TitleCommand {
    @Injected(\AppContainer.cachedLinkReader) private var reader

    func run(_ link: String) -> String { reader.title(of: link) }
}
