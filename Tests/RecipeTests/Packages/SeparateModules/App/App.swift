// App: uses the role
import Bootstrap
import Core
import Injection

@main struct App {
    @Injected(\AppContainer.pageReader) private var reader
    static func main() {
        print(App().reader.title(of: "swift.org"))
    }
}
