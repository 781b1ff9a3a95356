// Bootstrap: the only module that depends on both sides
public import Core
public import Injection
import Services

public final class AppContainer: CoreProviding {
    @TaskLocal public static var shared = AppContainer()
    public let manager = ContainerManager()
    public init() {}
    public var httpClient: Factory<any HTTPClient> {
        self { SignedHTTPClient(key: "secret") }.cached
    }
    public var pageReader: Factory<any PageReader> {
        self { HTTPPageReader(http: self.httpClient()) }
    }
}

/// A client that only Bootstrap can create, because it has the key.
struct SignedHTTPClient: HTTPClient {
    let key: String
    func get(_ url: String) -> String {
        "\(url), signed with \(key)"
    }
}
