import Feeds
import Injection
import Links

/// Both modules require a path, and one property satisfies both requirements.
final class AppContainer: SharedContainer, FeedsProviding, LinksProviding {
    @TaskLocal static var shared = AppContainer()
    let manager = ContainerManager()
    var path: Factory<String> { self { "shared.db" } }
}

@main struct App {
    static func main() {
        print(feedsPath(), linksPath(), AppContainer.shared.path())
    }
}
