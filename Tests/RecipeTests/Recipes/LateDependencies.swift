// Bootstrap: all code in one module
import Core
import Injection

final class UnreadBadge: Sendable {
    private let store: @Sendable () -> (any LinkStore)?

    /// Creates a badge. The closure is called for each use of the store.
    init(store: @escaping @Sendable () -> (any LinkStore)?) {
        self.store = store
    }

    func count() -> Int {
        store()?.links.count ?? 0
    }
}

// Bootstrap
extension AppContainer {
    /// The store of the user, or `nil` before login.
    var userStore: Factory<(any LinkStore)?> { self { nil } }

    /// The closure refers to the container weakly, because the container caches the badge.
    var unreadBadge: Factory<UnreadBadge> {
        self {
            UnreadBadge { [weak self] in self?.userStore() }
        }.cached
    }
}
