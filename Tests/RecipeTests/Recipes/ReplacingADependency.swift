import Injection

extension AppContainer {
    var linkStore: Factory<any LinkStore> { self { FileLinkStore(path: "links.db") }.cached }
}

final class LinkList {
    @LazyInjected(\AppContainer.linkStore) var store

    func text() -> String { store.links.joined(separator: ", ") }
}
