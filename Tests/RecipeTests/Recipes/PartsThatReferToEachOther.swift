// Bootstrap: all code in one module
import Core
import Injection

@MainActor final class ReaderView {
    let presenter: ReaderPresenter
    var title = ""

    init(presenter: ReaderPresenter) {
        self.presenter = presenter
    }
}

@MainActor final class ReaderPresenter {
    weak var view: ReaderView?
    private let store: any LinkStore

    init(store: any LinkStore) {
        self.store = store
    }

    func open() {
        view?.title = store.links.first ?? "Nothing to read"
    }
}

// Bootstrap
extension AppContainer {
    /// A screen. One factory creates all of its parts, and then connects them.
    var readerView: MainActorFactory<ReaderView> {
        self {
            let presenter = ReaderPresenter(store: self.linkStore())
            let view = ReaderView(presenter: presenter)
            presenter.view = view
            return view
        }
    }
}
