import Core
import Injection
import InjectionTesting
import ProgramTesting
import Testing

// Stops the program: each part is needed to create the other.
private final class EditorView { init(presenter: EditorPresenter) {} }
private final class EditorPresenter { init(view: EditorView) {} }

extension AppContainer {
    fileprivate var editorView: Factory<EditorView> {
        self { EditorView(presenter: self.editorPresenter()) }.shared
    }
    fileprivate var editorPresenter: Factory<EditorPresenter> {
        self { EditorPresenter(view: self.editorView()) }.shared
    }
}

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
