import Foundation
import Injection
import InjectionTesting
import Testing

@Suite(.container)
struct ActorTests {
    let shelf = Shelf()

    @MainActor @Test func `a factory of the main actor is resolved there as any other`() {
        #expect(shelf.window().title == "Links")
        #expect(shelf.window() === shelf.window.resolveOnMainActor())
    }

    @Test func `a factory is resolved on the main actor from elsewhere`() async {
        let pane = await shelf.pane.resolveOnMainActor()
        #expect(pane.title == "Links")
        let page = await shelf.pagePane.resolveOnMainActor("Page")
        #expect(page.title == "Page")
    }

    @Test func `a factory is resolved on a global actor from elsewhere`() async {
        shelf.place.register { Place(isOnShelfActor: ShelfActor.isCurrent) }
        shelf.namedPlace.register { _ in Place(isOnShelfActor: ShelfActor.isCurrent) }
        let here = shelf.place()
        #expect(!here.isOnShelfActor)
        let place = await shelf.place.resolveOnGlobalActor(ShelfActor.self)
        #expect(place.isOnShelfActor)
        let named = await shelf.namedPlace.resolveOnGlobalActor("name", ShelfActor.self)
        #expect(named.isOnShelfActor)
    }

    @Test func `a factory is resolved on an actor that is given`() async {
        shelf.place.register { Place(isOnShelfActor: ShelfActor.isCurrent) }
        shelf.namedPlace.register { _ in Place(isOnShelfActor: ShelfActor.isCurrent) }
        let place = await shelf.place.resolveOnGlobalActor(ShelfActor.shared)
        #expect(place.isOnShelfActor)
        let named = await shelf.namedPlace.resolveOnGlobalActor(ShelfActor.shared, "name")
        #expect(named.isOnShelfActor)
        let other = await shelf.namedPlace.resolveOnGlobalActor("name", ShelfActor.shared)
        #expect(other.isOnShelfActor)
    }

    @MainActor @Test func `a main actor's property is injected`() {
        #expect(Screen().window.title == "Links")
        #expect(Screen().lazyWindow.title == "Links")
    }

    @ShelfActor @Test func `a factory of a global actor is resolved there as any other`() {
        #expect(shelf.ledger().entries == 0)
    }
}

@globalActor
private actor ShelfActor {
    static let shared = ShelfActor()

    /// Whether the code that asks runs on this actor.
    static var isCurrent: Bool {
        Thread.current.name == Executor.name
    }

    private let executor = Executor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }
}

/// Runs each job on a thread of a name that tells.
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

/// Not Sendable, as what is made need not be.
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
    let isOnShelfActor: Bool
    init(isOnShelfActor: Bool) { self.isOnShelfActor = isOnShelfActor }
}

@MainActor
private final class Screen {
    @Injected(\Shelf.window) var window
    @LazyInjected(\Shelf.window) var lazyWindow
}

extension Shelf {
    @MainActor fileprivate var window: Factory<Window> { self { Window(title: "Links") }.cached }

    // Of no actor, so that every thread can ask for them to be resolved on the main one.
    fileprivate var pane: Factory<Pane> { self { Pane(title: "Links") } }
    fileprivate var pagePane: ParameterFactory<String, Pane> { self { Pane(title: $0) } }

    @ShelfActor fileprivate var ledger: Factory<Ledger> { self { Ledger() } }
    fileprivate var place: Factory<Place> { self { Place(isOnShelfActor: false) } }
    fileprivate var namedPlace: ParameterFactory<String, Place> { self { _ in Place(isOnShelfActor: false) } }
}
