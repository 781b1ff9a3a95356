// Feeds, a module that does not know Links
public import Injection

public protocol FeedsProviding: SharedContainer { var path: Factory<String> { get } }

extension Container {
    public var path: Factory<String> { self { "feeds.db" }.cached }
}

public func feedsPath() -> String {
    Container.shared.path()
}
