import Injection
import InjectionTesting
import Testing

struct LinkReport {
    @Injected(\AppContainer.linkStore) private var store

    var text: String { "\(store.links.count) links" }
}

final class LinkEditor {
    @LazyInjected(\AppContainer.linkStore) var store
    @WeakLazyInjected(\AppContainer.undo) var undo
    @DynamicInjected(\AppContainer.settings) var settings
    @InjectedContainer var container: AppContainer
}

extension AppContainer {
    var undo: Factory<any LinkStore> { self { InMemoryLinkStore("undo") }.shared }
}

struct LinkBadge<C: LinkStoreProviding> {
    @Injected(\C.linkStore) private var store

    var count: Int { store.links.count }
}

protocol LinkStoreProviding: SharedContainer {
    var linkStore: Factory<any LinkStore> { get }
}

extension AppContainer: LinkStoreProviding {}

@Suite(.appContainer { $0.linkStore.register { InMemoryLinkStore("swift.org") } })
struct InjectingPropertiesTests {
    @Test func `a property is resolved when its owner is made`() {
        #expect(LinkReport().text == "1 links")
        #expect(LinkBadge<AppContainer>().count == 1)
    }

    @Test func `the others wait, forget or look again`() {
        let editor = LinkEditor()
        #expect(editor.$store.resolvedOrNil() == nil)  // nobody has read it yet
        #expect(editor.store.links == ["swift.org"])

        _ = editor.undo
        #expect(editor.undo == nil)  // it was made, and nobody else held it
        let held = editor.container.undo()
        #expect(editor.$undo.resolve() === held)

        start(with: ["shelf.db"])  // registers settings
        #expect(editor.settings.path == "shelf.db")
        start(with: ["other.db"])
        #expect(editor.settings.path == "other.db")
    }

    @Test func `a wrapper leads to its factory`() {
        let editor = LinkEditor()
        let first = editor.store
        editor.$store.resolve(reset: .scope)
        #expect(editor.store !== first)
        #expect(editor.$store.factory() === editor.store)
    }
}

extension Settings {
    fileprivate var path: String? {
        if case .file(let path) = library { path } else { nil }
    }
}
