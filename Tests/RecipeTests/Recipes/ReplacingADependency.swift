// Bootstrap: all code in one module
import Core
import Injection

final class LinkList {
    @LazyInjected(\AppContainer.linkStore) var store
    func text() -> String {
        store.links.joined(separator: ", ")
    }
}
