// Links, a module that does not know Feeds
public import Injection

public protocol LinksProviding: SharedContainer { var path: Factory<String> { get } }

extension Container {
    public var path: Factory<String> { self { "links.db" }.cached }
}

public func linksPath() -> String {
    Container.shared.path()
}
