import Feeds
import Injection
import Links
import Testing

private protocol FeedsProviding: SharedContainer { var path: Factory<String> { get } }
private protocol LinksProviding: SharedContainer { var path: Factory<String> { get } }

/// A container that satisfies the requirements of both modules with one property.
private final class BothContainer: FeedsProviding, LinksProviding {
    @TaskLocal static var shared = BothContainer()
    let manager = ContainerManager()
    var path: Factory<String> { self { "shared.db" } }
}

struct EqualNamesTests {
    @Test func `factories with equal names in two modules are separate`() {
        #expect(feedsPath() == "feeds.db")
        #expect(linksPath() == "links.db")
    }

    @Test func `one property of a container satisfies the protocols of two modules`() {
        #expect(BothContainer().path() == "shared.db")
    }
}
