// Core: the roles, and the protocol of a container that provides them
public import Injection

public protocol HTTPClient: Sendable { func get(_ url: String) -> String }
public protocol PageReader: Sendable { func title(of url: String) -> String }

public protocol CoreProviding: SharedContainer {
    var httpClient: Factory<any HTTPClient> { get }
    var pageReader: Factory<any PageReader> { get }
}
