import Injection
import InjectionTesting
import Testing
import ThreadTesting

@Suite(.shelf) struct ActorTests {
    let shelf = Shelf()

    @MainActor @Test func `resolves a factory of the main actor on that actor`() {
        let window = shelf.window()
        #expect(window.title == "Links")
        #expect(shelf.window.resolve() === window)
        #expect(shelf.pageWindow("Page").title == "Page")
        shelf.window.register { Window("Fake") }
        #expect(shelf.window().title == "Fake")
        let screen = Screen()
        #expect(screen.window.title == "Links")
    }

    @Test func `the closure of a factory of the main actor runs on that actor for other tasks`()
        async
    {
        let window = shelf.window
        let (first, same, page) = await Task.detached {
            (await window(), await shelf.window.resolve(), await shelf.pageWindow("Page"))
        }.value
        #expect(first === same)
        #expect(first.title == "Links")
        #expect(page.title == "Page")
    }

    @Test func `a factory of the main actor accepts modifiers and closures for contexts`() async {
        let decorated = Counter()
        let window = shelf.window
            .onTest { Window("Test") }
            .decorator { _ in decorated.increment() }
        #expect(await window().title == "Test")
        #expect(decorated.value == 1)
    }

    @Test func `prepares a container with a closure`() async {
        // A closure that does not await is synchronous even in an asynchronous function.
        let first = Shelf() { $0.plain.register { EmptyLinkStore() } }
        let second = Shelf().with { $0.plain.register { EmptyLinkStore() } }
        #expect(first.plain().name == "empty")
        #expect(second.plain().name == "empty")
        let called = await Shelf() { @MainActor in await $0.prepare() }
        let prepared = await Shelf().with { @MainActor container in await container.prepare() }
        #expect(await called.window().title == "late")
        #expect(await prepared.window().title == "late")
    }

    #if FactoryKitClosures
        @MainActor @Test
        func `accepts closures that are isolated to an actor, also with property wrappers`() {
            #expect(shelf.uncheckedWindow().title == "Links")
            #expect(shelf.uncheckedWindow() === shelf.uncheckedWindow.resolveOnMainActor())
            shelf.uncheckedWindow.register { Window("Fake") }
            #expect(shelf.uncheckedWindow().title == "Fake")
            let screen = UncheckedScreen()
            #expect(screen.window.title == "Links")
            #expect(screen.lazyWindow.title == "Links")
        }

        @ShelfActor @Test func `accepts closures that are isolated to a global actor`() {
            #expect(shelf.uncheckedLedger().title == "Ledger")
        }

        @Test func `accepts closures that are not Sendable`() {
            var made = 0
            shelf.plain.register {
                made += 1
                return MemoryLinkStore()
            }
            shelf.plain.decorator { _ in made += 10 }
            shelf.decorator { _ in made += 100 }
            _ = shelf.plain()
            _ = shelf.unique()
            #expect(made == 111)
        }
    #endif

    @Test func `resolves on the main actor or another global actor from any context`() async {
        let actor = ShelfActor.shared
        #expect(await shelf.main.resolveOnMainActor().name == "main")
        #expect(await shelf.namedMain.resolveOnMainActor("a").name == "a")
        #expect(await shelf.place.resolveOnGlobalActor(actor).name == "shelf")
        let named = await shelf.namedPlace.resolveOnGlobalActor(actor, parameters: "b")
        #expect(named.name == "b")
    }

    @Test func `resolves an asynchronous factory whose closure awaits a global actor`()
        async throws
    {
        #expect(try await shelf.ledger().title == "Ledger")
    }
}

@globalActor private actor ShelfActor { static let shared = ShelfActor() }

@MainActor private final class Window {
    let title: String
    init(_ title: String) {
        MainActor.shared.preconditionIsolated()
        self.title = title
    }
}

@ShelfActor
private final class Ledger {
    let title: String
    init(_ title: String) {
        ShelfActor.shared.preconditionIsolated()
        self.title = title
    }
}

/// An object whose initializer must run on an actor, although it is not isolated.
private final class Place<Isolation: GlobalActor>: Sendable {
    let name: String
    init(_ name: String) {
        Isolation.shared.preconditionIsolated()
        self.name = name
    }
}

@MainActor private final class Screen {
    let window = Shelf.shared.window()
}

#if FactoryKitClosures
    @MainActor private final class UncheckedScreen {
        @Injected(\Shelf.uncheckedWindow) var window
        @LazyInjected(\Shelf.uncheckedWindow) var lazyWindow
    }

    extension Shelf {
        @MainActor fileprivate var uncheckedWindow: Factory<Window> {
            self { Window("Links") }.cached
        }
        @ShelfActor fileprivate var uncheckedLedger: Factory<Ledger> { self { Ledger("Ledger") } }
    }
#endif

extension Shelf {
    fileprivate var window: MainActorFactory<Window> { self { Window("Links") }.cached }
    @MainActor fileprivate func prepare() async {
        await Task.yield()
        window.register { Window("late") }
    }
    fileprivate var pageWindow: MainActorParameterFactory<String, Window> { self { Window($0) } }
    fileprivate var ledger: AsyncFactory<Ledger> { self { await Ledger("Ledger") } }

    // These factories are not isolated, so code outside the actor can resolve them on the actor.
    fileprivate var main: Factory<Place<MainActor>> { self { Place("main") } }
    fileprivate var namedMain: ParameterFactory<String, Place<MainActor>> { self { Place($0) } }
    fileprivate var place: Factory<Place<ShelfActor>> { self { Place("shelf") } }
    fileprivate var namedPlace: ParameterFactory<String, Place<ShelfActor>> { self { Place($0) } }
}
