import Injection
import InjectionTesting
import ProgramTesting
import Testing

// The parts of a screen: the view owns the presenter, which owns the rest and refers back to the
// view weakly
@MainActor final class ReaderView {
    let presenter: ReaderPresenter
    var title = ""
    init(presenter: ReaderPresenter) {
        self.presenter = presenter
    }
}

@MainActor final class ReaderPresenter {
    weak var view: ReaderView?
    private let interactor: ReaderInteractor
    private let router: ReaderRouter

    init(interactor: ReaderInteractor, router: ReaderRouter) {
        self.interactor = interactor
        self.router = router
    }

    func open() {
        view?.title = interactor.firstLink ?? router.emptyTitle
    }
}

struct ReaderInteractor {
    let store: any LinkStore
    var firstLink: String? { store.links.first }
}

@MainActor final class ReaderRouter {
    weak var view: ReaderView?
    let emptyTitle = "Nothing to read"
}

extension AppContainer {
    /// A screen. One factory creates all of its parts, and then connects them.
    @MainActor var readerView: Factory<ReaderView> {
        self {
            let router = ReaderRouter()
            let presenter = ReaderPresenter(
                interactor: ReaderInteractor(store: self.linkStore()),
                router: router
            )
            let view = ReaderView(presenter: presenter)
            presenter.view = view
            router.view = view
            return view
        }
    }
}

// Parts that tests replace one by one: each part has a factory, and one part resolves the other on
// first use
final class OutlineView {
    let presenter: OutlinePresenter
    var rows: [String] = []
    init(presenter: OutlinePresenter) {
        self.presenter = presenter
    }
}

final class OutlinePresenter {
    @WeakLazyInjected(\AppContainer.outlineView) private var view
    @LazyInjected(\AppContainer.linkStore) private var store
    func open() {
        view?.rows = store.links
    }
}

extension AppContainer {
    var outlineView: Factory<OutlineView> {
        self { OutlineView(presenter: self.outlinePresenter()) }.shared
    }
    var outlinePresenter: Factory<OutlinePresenter> { self { OutlinePresenter() }.shared }
}

// Stops the program: each part is needed to create the other
final class EditorView { init(presenter: EditorPresenter) {} }
final class EditorPresenter { init(view: EditorView) {} }

extension AppContainer {
    var editorView: Factory<EditorView> {
        self { EditorView(presenter: self.editorPresenter()) }.shared
    }
    var editorPresenter: Factory<EditorPresenter> {
        self { EditorPresenter(view: self.editorView()) }.shared
    }
}

// MARK: - Tests

@Suite(.appContainer { $0.linkStore.register { InMemoryLinkStore("swift.org") } })
struct PartsThatReferToEachOtherTests {
    @MainActor @Test func `the parts of a screen refer to each other, and are released with it`() {
        weak var presenter: ReaderPresenter?
        do {
            let view = AppContainer.shared.readerView()
            presenter = view.presenter
            view.presenter.open()
            #expect(view.title == "swift.org")
            #expect(AppContainer.shared.readerView() !== view)
        }
        #expect(presenter == nil)
    }

    @Test func `a part that is resolved on first use closes the cycle`() {
        let view = AppContainer.shared.outlineView()
        view.presenter.open()
        #expect(view.rows == ["swift.org"])
    }

    @Test
    func `parts that require each other in init stop the program with the message on the page`()
        async throws
    {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            exitWhereTrapped()
            _ = AppContainer().editorView()
        }
        let page = try #require(Page.recipes.first { $0.name == "PartsThatReferToEachOther" })
        let message = try #require(page.blocks("text").first).lines.joined(separator: " ")
        let errors = try #require(result).errorText
        #expect(errors.contains(message), "\(errors)")
    }
}
