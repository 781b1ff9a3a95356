import Feeds
import Links

@main struct App {
    static func main() {
        precondition(
            Feeds.container === Links.container,
            "Feeds and Links have different copies of Container"
        )
        print("one container")
    }
}
