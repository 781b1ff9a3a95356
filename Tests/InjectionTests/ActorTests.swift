import Injection
import InjectionTesting
import Testing

@Suite(.container)
struct ActorTests {
    let shelf = Shelf()

    @MainActor @Test func `resolves factories of the main actor on it`() {
        #expect(shelf.window().title == "Links")
        #expect(shelf.window() === shelf.window.resolveOnMainActor())
        shelf.window.register { Window(title: "Fake") }
        #expect(shelf.window().title == "Fake")
    }

    @ShelfActor @Test func `resolves factories of a global actor on it`() {
        #expect(shelf.ledger().entries == 0)
    }

    @MainActor @Test func `injects properties of the main actor`() {
        #expect(Screen().window.title == "Links")
        #expect(Screen().lazyWindow.title == "Links")
    }

    @Test func `resolves on the main actor from elsewhere`() async {
        let pane = await shelf.pane.resolveOnMainActor()
        #expect(pane.title == "Links")
        let page = await shelf.pagePane.resolveOnMainActor("Page")
        #expect(page.title == "Page")
    }

    @Test func `resolves on a global actor from elsewhere`() async {
        _ = await shelf.place.resolveOnGlobalActor(ShelfActor.self)
        _ = await shelf.place.resolveOnGlobalActor(ShelfActor.shared)
        let names = [
            await shelf.namedPlace.resolveOnGlobalActor("a", ShelfActor.self).name,
            await shelf.namedPlace.resolveOnGlobalActor("b", ShelfActor.shared).name,
            await shelf.namedPlace.resolveOnGlobalActor(ShelfActor.shared, "c").name,
        ]
        #expect(names == ["a", "b", "c"])
    }
}

@globalActor
private actor ShelfActor {
    static let shared = ShelfActor()
}

@MainActor
private final class Window {
    let title: String
    init(title: String) { self.title = title }
}

/// Not Sendable, because instances need not be.
private final class Pane {
    let title: String
    init(title: String) {
        MainActor.preconditionIsolated()
        self.title = title
    }
}

@ShelfActor
private final class Ledger {
    let entries = 0
}

/// Not Sendable either.
private final class Place {
    let name: String
    init(_ name: String = "") {
        ShelfActor.shared.preconditionIsolated()
        self.name = name
    }
}

@MainActor
private final class Screen {
    @Injected(\Shelf.window) var window
    @LazyInjected(\Shelf.window) var lazyWindow
}

extension Shelf {
    @MainActor fileprivate var window: Factory<Window> { self { Window(title: "Links") }.cached }

    // Not isolated, so any thread can request their resolution on the main actor.
    fileprivate var pane: Factory<Pane> { self { Pane(title: "Links") } }
    fileprivate var pagePane: ParameterFactory<String, Pane> { self { Pane(title: $0) } }

    @ShelfActor fileprivate var ledger: Factory<Ledger> { self { Ledger() } }
    fileprivate var place: Factory<Place> { self { Place() } }
    fileprivate var namedPlace: ParameterFactory<String, Place> { self { Place($0) } }
}
