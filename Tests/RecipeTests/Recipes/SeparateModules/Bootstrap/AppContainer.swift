// Bootstrap: the one module that sees both sides
public import Core
public import Injection
import Services

public final class AppContainer: CoreProviding {
    @TaskLocal public static var shared = AppContainer()
    public let manager = ContainerManager()
    public init() {}

    public var httpClient: Factory<any HTTPClient> { self { SignedHTTPClient(key: "secret") }.cached }
    public var pageReader: Factory<any PageReader> { self { HTTPPageReader(http: self.httpClient()) } }
}
