import Foundation
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
        let here = shelf.place()
        #expect(!here.isOnShelfActor)
        let place = await shelf.place.resolveOnGlobalActor(ShelfActor.self)
        #expect(place.isOnShelfActor)
        let named = await shelf.namedPlace.resolveOnGlobalActor("name", ShelfActor.self)
        #expect(named.isOnShelfActor)
    }

    @Test func `resolves on a given actor from elsewhere`() async {
        let place = await shelf.place.resolveOnGlobalActor(ShelfActor.shared)
        #expect(place.isOnShelfActor)
        let named = await shelf.namedPlace.resolveOnGlobalActor(ShelfActor.shared, "name")
        #expect(named.isOnShelfActor)
        let other = await shelf.namedPlace.resolveOnGlobalActor("name", ShelfActor.shared)
        #expect(other.isOnShelfActor)
    }
}

@globalActor
private actor ShelfActor {
    static let shared = ShelfActor()

    /// Whether the caller runs on this actor.
    static var isCurrent: Bool {
        Thread.current.name == Executor.name
    }

    private let executor = Executor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }
}

/// Runs each job on a thread with a known name.
private final class Executor: SerialExecutor {
    static let name = "ShelfActor"
    private let queue = OperationQueue()

    init() {
        queue.maxConcurrentOperationCount = 1
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.addOperation {
            Thread.current.name = Self.name
            defer { Thread.current.name = nil }
            unsafe job.runSynchronously(on: self.asUnownedSerialExecutor())
        }
    }
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
    let isOnShelfActor = ShelfActor.isCurrent
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
    fileprivate var namedPlace: ParameterFactory<String, Place> { self { _ in Place() } }
}
