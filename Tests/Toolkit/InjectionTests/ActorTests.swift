import Injection
import InjectionTesting
import Testing

@Suite(.container) struct ActorTests {
    let shelf = Shelf()

    @MainActor @Test
    func `resolves factories of the main actor on that actor, also with property wrappers`() {
        #expect(shelf.window().title == "Links")
        #expect(shelf.window() === shelf.window.resolveOnMainActor())
        shelf.window.register { Window("Fake") }
        #expect(shelf.window().title == "Fake")
        let screen = Screen()
        #expect((screen.window.title, screen.lazyWindow.title) == ("Links", "Links"))
    }

    @Test func `resolves on the main actor from any context`() async {
        let pane = await shelf.pane.resolveOnMainActor()
        let page = await shelf.pagePane.resolveOnMainActor("Page")
        #expect((pane.title, page.title) == ("Links", "Page"))
    }

    @ShelfActor @Test func `resolves factories of a global actor on that actor`() {
        #expect(shelf.ledger().entries == 0)
    }

    @Test func `resolves on a global actor from any context`() async {
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

@globalActor private actor ShelfActor { static let shared = ShelfActor() }

@MainActor private final class Window {
    let title: String
    init(_ title: String) {
        self.title = title
    }
}

@ShelfActor
private final class Ledger {
    let entries = 0
}

private final class Pane: Sendable {
    let title: String
    init(_ title: String) {
        MainActor.preconditionIsolated()
        self.title = title
    }
}

private final class Place: Sendable {
    let name: String
    init(_ name: String = "") {
        ShelfActor.shared.preconditionIsolated()
        self.name = name
    }
}

@MainActor private final class Screen {
    @Injected(\Shelf.window) var window
    @LazyInjected(\Shelf.window) var lazyWindow
}

extension Shelf {
    @MainActor fileprivate var window: Factory<Window> { self { Window("Links") }.cached }
    @ShelfActor fileprivate var ledger: Factory<Ledger> { self { Ledger() } }

    // These factories are not isolated, so code outside the actor can resolve them on the actor.
    fileprivate var pane: Factory<Pane> { self { Pane("Links") } }
    fileprivate var pagePane: ParameterFactory<String, Pane> { self { Pane($0) } }
    fileprivate var place: Factory<Place> { self { Place() } }
    fileprivate var namedPlace: ParameterFactory<String, Place> { self { Place($0) } }
}
