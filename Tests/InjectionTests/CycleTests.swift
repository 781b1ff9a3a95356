import Injection
import InjectionTesting
import ProgramTesting
import Synchronization
import Testing
import ThreadTesting

@Suite(.timeLimit(.minutes(5)))
struct CycleTests {
    // MARK: - Stopping the program

    @Test func `names every factory, and the types as FactoryKit does`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            _ = Library().links()
        }
        let message = try #require(
            result.errorText.split(separator: "\n").first { $0.contains("Circular dependency: ") })
        #expect(message.contains("Circular dependency: Library.links → Library.checker → Library.links. To break it, "))
        #expect(message.contains(" FACTORY: Circular dependency chain - Checker > LinkList > Checker"))
    }

    @Test func `names unique factories, factories with parameters and other containers`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            _ = Library().entrance()
        }
        #expect(result.hasCycle("Library.report", "Desk.page", "Library.history", "Library.report"))
    }

    @Test func `stops a cycle of unique factories before the stack overflows`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            _ = Recursion().first()
        }
        #expect(
            result.hasCycle("Recursion.first", "Recursion.second", "Recursion.first")
                || result.hasCycle("Recursion.second", "Recursion.first", "Recursion.second"))
    }

    @Test func `names the parameter of an instance that is kept for each parameter`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            let recursion = Recursion()
            recursion.stairs.register { recursion.stairs(10 - $0) }
            _ = recursion.stairs(3)
        }
        #expect(result.hasCycle("Recursion.stairs(3)", "Recursion.stairs(7)", "Recursion.stairs(3)"))
    }

    @Test func `names the type of a factory that is registered by type`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            let catalogue = Catalogue()
            catalogue.register(Int.self) { catalogue.resolve(Int.self) ?? 0 }.scope(.cached)
            _ = catalogue.resolve(Int.self)
        }
        #expect(result.hasCycle("Catalogue.Factory<Int>", "Catalogue.Factory<Int>"))
    }

    @Test func `finds a cycle of graph factories`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            _ = Library().scratch()
        }
        #expect(result.hasCycle("Library.scratch", "Library.draft", "Library.scratch"))
    }

    @Test func `stops endless recursion with changing parameters`() async {
        await #expect(processExitsWith: .failure) {
            exitWhereTrapped()
            precondition(Container.shared.manager.circularDependencyTesting)
            _ = Recursion().depth(200)
        }
    }

    @Test func `finds a cycle of two threads that wait for each other`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            let (library, building) = (Library(), Counter())
            library.left.register {
                building.incrementAndWait(for: 2)
                return library.right()
            }
            library.right.register {
                building.incrementAndWait(for: 2)
                return library.left()
            }
            _ = await onThreads(2) { index in index == 0 ? library.left() : library.right() }
        }
        #expect(
            result.hasCycle("Library.left", "Library.right", "Library.left")
                || result.hasCycle("Library.right", "Library.left", "Library.right"))
    }

    @Test func `finds a cycle that includes the automatic registration of another thread`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            let (container, library, building) = (AutoContainer(), Library(), Counter())
            container.duringRun = { _ in
                building.incrementAndWait(for: 2)
                _ = library.left()
            }
            library.left.register {
                building.incrementAndWait(for: 2)
                return container.store()
            }
            _ = await onThreads(2) { index in index == 0 ? library.left() : container.store() }
        }
        #expect(result.errorText.contains("Circular dependency: "))
        #expect(result.errorText.contains("AutoContainer.autoRegister() → Library.left"))
    }

    @Test func `finds a cycle of a lazy property and its own factory`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            let owner = Owner()
            Shelf.shared.plain.register { owner.lazy }.scope(.cached)
            _ = owner.lazy
        }
        #expect(result.hasCycle("Shelf.plain", "Shelf.plain"))
    }

    @Test func `finds a cycle of two threads that wait for each other's lazy properties`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            let (plain, held, building) = (Owner(), Owner(), Counter())
            Shelf.shared.plain.register {
                building.incrementAndWait(for: 2)
                return held.held
            }
            Shelf.shared.held.register {
                building.incrementAndWait(for: 2)
                return plain.lazy
            }
            _ = await onThreads(2) { index in index == 0 ? plain.lazy : held.held }
        }
        #expect(
            result.hasCycle("Shelf.plain", "Shelf.held", "Shelf.plain")
                || result.hasCycle("Shelf.held", "Shelf.plain", "Shelf.held"))
    }

    // MARK: - Not a cycle

    @Test func `allows a factory to resolve itself with other parameters`() async {
        #expect(Recursion().depth(25) == 25)
        #expect(Recursion().stairs(200) == 200)
        await #expect(processExitsWith: .success) {
            Container.shared.manager.circularDependencyTesting = false
            precondition(Recursion().depth(200) == 200)
        }
    }

    @Test func `allows lazy properties to break a cycle`() {
        let library = Library()
        Library.$shared.withValue(library) {
            let reader = library.reader()
            #expect(reader.writer.reader === reader)
        }
    }
}

extension ExitTest.Result {
    fileprivate func hasCycle(_ chain: String...) -> Bool {
        errorText.contains("Circular dependency: \(chain.joined(separator: " → ")). To break it, ")
    }
}

@Suite(.container, .timeLimit(.minutes(5)))
struct AsyncCycleTests {
    private let ring = Ring()

    @Test func `throws an error that names every factory`() async throws {
        let error = await #expect(throws: CircularDependencyError.self) { try await ring.first() }
        #expect(error?.chain == ["Ring.first", "Ring.second", "Ring.third", "Ring.first"])
        let chain = "Ring.first → Ring.second → Ring.third → Ring.first"
        #expect(error?.description.hasPrefix("Circular dependency: \(chain). To break it, ") == true)
        #expect(ring.manager.isEmpty(.scope))
    }

    @Test func `finds a factory that awaits itself`() async throws {
        let ring = ring
        ring.first.register { try await ring.first() }
        let error = await #expect(throws: CircularDependencyError.self) { try await ring.first() }
        #expect(error?.chain == ["Ring.first", "Ring.first"])
    }

    @Test func `finds a cycle of unique factories`() async throws {
        let error = await #expect(throws: CircularDependencyError.self) { try await ring.left() }
        let left = ["Ring.left", "Ring.right", "Ring.left"]
        #expect([left, ["Ring.right", "Ring.left", "Ring.right"]].contains(error?.chain))
    }

    @Test func `finds endless recursion, but allows other parameters`() async throws {
        #expect(try await ring.depth(25) == 25)
        await #expect(throws: CircularDependencyError.self) { try await ring.depth(200) }
    }

    @Test func `throws in both of two tasks that wait for each other`() async throws {
        let building = Tally()
        for (factory, other) in [(ring.third, ring.second), (ring.second, ring.third)] {
            factory.register {
                await building.add()
                await building.wait(for: 2)
                return try await other()
            }
        }
        let tasks = [ring.third, ring.second].map { factory in Task { try await factory() } }
        for task in tasks { #expect(await task.error is CircularDependencyError) }
        #expect(ring.manager.isEmpty(.scope))
    }

    @Test func `finds a cycle that includes child tasks`() async throws {
        let ring = ring
        ring.third.register {
            async let first = ring.first()
            async let leaf = ring.leaf()
            return try await first + leaf
        }
        await #expect(throws: CircularDependencyError.self) { try await ring.second() }
    }

    @Test func `allows several factories to await one dependency at the same time`() async throws {
        let ring = ring
        for _ in 0..<50 {
            ring.third.register { try await ring.leaf() }
            for factory in [ring.second, ring.first] { factory.register { try await ring.third() } }
            ring.top.register {
                async let first = ring.first()
                async let second = ring.second()
                return try await first + second
            }
            #expect(try await ring.top() == 2)
        }
    }

    @Test func `allows a task of a factory to resolve it once it is built`() async throws {
        let (go, ring) = (Tally(), ring)
        let late = Mutex<Task<Int, any Error>?>(nil)
        ring.first.register {
            let task = Task {
                await go.wait(for: 1)
                return try await ring.first() + ring.left()
            }
            late.withLock { $0 = task }
            return 1
        }
        ring.left.register { try await ring.first() }
        #expect(try await ring.first() == 1)
        await go.add()
        #expect(try await late.withLock { $0 }?.value == 2)
    }

    @Test func `counts a task of a factory as part of it until it is built`() async throws {
        let ring = ring
        ring.first.register {
            let inherits = Task { try await ring.first() }
            #expect(await inherits.error is CircularDependencyError)
            let detached = Task.detached { try await ring.first() }
            detached.cancel()
            #expect(await detached.error is CancellationError)
            return 1
        }
        #expect(try await ring.first() == 1)
    }

    @Test func `distinguishes factories of the same name in two containers`() async throws {
        let inner = Ring()
        inner.first.register { 1 }
        ring.first.register { try await inner.first() }
        #expect(try await ring.first() == 1)
    }
}

private final class Checker { init(_: LinkList?) {} }
private final class LinkList { init(_: Checker) {} }

private final class Library: SharedContainer {
    @TaskLocal static var shared = Library()

    let manager = ContainerManager()
    let desk = Desk()

    var links: Factory<Checker> { self { Checker(self.checker()) }.cached }
    var checker: Factory<LinkList?> { self { LinkList(self.links()) }.singleton }

    var entrance: Factory<any LinkStore> { self { self.report() }.cached }
    var report: Factory<any LinkStore> { self { self.desk.page(self) }.shared }
    var history: Factory<any LinkStore> { self { self.report() } }

    var scratch: Factory<any LinkStore> { self { self.draft() }.graph }
    var draft: Factory<any LinkStore> { self { self.scratch() } }

    var left: Factory<any LinkStore> { self { EmptyLinkStore() }.cached }
    var right: Factory<any LinkStore> { self { EmptyLinkStore() }.singleton }

    var reader: Factory<Reader> { self { Reader() }.cached }
    var writer: Factory<Writer> { self { Writer() }.cached }
}

private final class Desk: ManagedContainer {
    let manager = ContainerManager()

    var page: ParameterFactory<Library, any LinkStore> { self { $0.history() } }
}

private final class Reader {
    @LazyInjected(\Library.writer) var writer
}

private final class Writer {
    @LazyInjected(\Library.reader) var reader
}

// Sendable because no thread sets its properties while another reads them.
private final class Owner: @unchecked Sendable {
    @LazyInjected(\Shelf.plain) var lazy
    @LazyInjected(\Shelf.held) var held
}

private final class Recursion: ManagedContainer {
    let manager = ContainerManager()

    var first: Factory<Int> { self { self.second() + 1 } }
    var second: Factory<Int> { self { self.first() + 1 } }
    var depth: ParameterFactory<Int, Int> { self { $0 == 0 ? 0 : self.depth($0 - 1) + 1 } }
    var stairs: ParameterFactory<Int, Int> {
        self { $0 == 0 ? 0 : self.stairs($0 - 1) + 1 }.scopeOnParameters.cached
    }
}

private final class Ring: ManagedContainer {
    let manager = ContainerManager()

    var top: AsyncFactory<Int> { self { 0 } }
    var first: AsyncFactory<Int> { self { try await self.second() }.cached }
    var second: AsyncFactory<Int> { self { try await self.third() }.cached }
    var third: AsyncFactory<Int> { self { try await self.first() }.cached }
    var leaf: AsyncFactory<Int> { self { 1 }.cached }

    var left: AsyncFactory<Int> { self { try await self.right() } }
    var right: AsyncFactory<Int> { self { try await self.left() } }

    var depth: AsyncParameterFactory<Int, Int> { self { $0 == 0 ? 0 : try await self.depth($0 - 1) + 1 } }
}
