import Injection
import InjectionTesting
import ProgramTesting
import Synchronization
import Testing
import ThreadTesting

@Suite(.timeLimit(.minutes(5)))
struct CycleTests {
    /// Resolutions that stop the program.
    enum Cycle: String, CaseIterable, Codable {
        case cachedAndSingleton, sharedInTwoContainers, unique, parameters, recursion, types, graph
        case threads, automaticRegistration, lazyProperty, lazyPropertiesOfThreads
    }

    @Test(arguments: Cycle.allCases)
    func `stops the program and names every factory`(cycle: Cycle) async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { [cycle] in
            exitWhereTrapped()
            await cycle.resolve()
        }
        #expect(cycle.chains.contains { result.errorText.contains($0) }, "\(result.errorText)")
        #expect(result.errorText.contains("Circular dependency: "))
        if cycle == .cachedAndSingleton {
            // FactoryKit prints the types in this form.
            #expect(result.errorText.contains(" FACTORY: Circular dependency chain - Checker > LinkList > Checker"))
        }
    }

    @Test func `allows a factory to resolve itself with other parameters`() async {
        #expect(Container.shared.manager.circularDependencyTesting)
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

extension CycleTests.Cycle {
    /// The possible chains in the message. Which thread finds a cycle of threads varies.
    fileprivate var chains: [String] {
        switch self {
        case .cachedAndSingleton: [": Library.links → Library.checker → Library.links. "]
        case .sharedInTwoContainers: [": Library.report → Desk.page → Library.history → Library.report. "]
        case .unique:
            [
                ": Recursion.first → Recursion.second → Recursion.first. ",
                ": Recursion.second → Recursion.first → Recursion.second. ",
            ]
        case .parameters: [": Recursion.stairs(3) → Recursion.stairs(7) → Recursion.stairs(3). "]
        case .recursion: [": Recursion.depth → Recursion.depth. "]
        case .types: [": Catalogue.Factory<Int> → Catalogue.Factory<Int>. "]
        case .graph: [": Library.scratch → Library.draft → Library.scratch. "]
        case .threads:
            [
                ": Library.left → Library.right → Library.left. ",
                ": Library.right → Library.left → Library.right. ",
            ]
        case .automaticRegistration: ["AutoContainer.autoRegister() → Library.left"]
        case .lazyProperty: [": Shelf.plain → Shelf.plain. "]
        case .lazyPropertiesOfThreads:
            [": Shelf.plain → Shelf.held → Shelf.plain. ", ": Shelf.held → Shelf.plain → Shelf.held. "]
        }
    }

    fileprivate func resolve() async {
        let (library, recursion, building) = (Library(), Recursion(), Counter())
        let (plain, held) = (Owner(), Owner())
        switch self {
        case .cachedAndSingleton: _ = library.links()
        case .sharedInTwoContainers: _ = library.entrance()
        case .unique: _ = recursion.first()
        case .parameters:
            recursion.stairs.register { recursion.stairs(10 - $0) }
            _ = recursion.stairs(3)
        case .recursion: _ = recursion.depth(200)
        case .types:
            let catalogue = Catalogue()
            catalogue.register(Int.self) { catalogue.resolve(Int.self) ?? 0 }.scope(.cached)
            _ = catalogue.resolve(Int.self)
        case .graph: _ = library.scratch()
        case .threads:
            library.left.register { meet(building) { library.right() } }
            library.right.register { meet(building) { library.left() } }
            _ = await onThreads(2) { index in index == 0 ? library.left() : library.right() }
        case .automaticRegistration:
            let container = AutoContainer()
            container.duringRun = { _ in _ = meet(building) { library.left() } }
            library.left.register { meet(building) { container.store() } }
            _ = await onThreads(2) { index in index == 0 ? library.left() : container.store() }
        case .lazyProperty:
            Shelf.shared.plain.register { plain.lazy }.scope(.cached)
            _ = plain.lazy
        case .lazyPropertiesOfThreads:
            Shelf.shared.plain.register { meet(building) { held.held } }
            Shelf.shared.held.register { meet(building) { plain.lazy } }
            _ = await onThreads(2) { index in index == 0 ? plain.lazy : held.held }
        }
    }
}

/// Resolves once two threads have arrived.
private func meet(_ building: Counter, _ resolve: () -> any LinkStore) -> any LinkStore {
    building.incrementAndWait(for: 2)
    return resolve()
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

    @Test func `finds cycles of one factory, of unique factories and of child tasks`() async throws {
        let ring = ring
        ring.third.register {
            async let first = ring.first()
            async let leaf = ring.leaf()
            return try await first + leaf
        }
        await #expect(throws: CircularDependencyError.self) { try await ring.second() }
        ring.first.register { try await ring.first() }
        let own = await #expect(throws: CircularDependencyError.self) { try await ring.first() }
        #expect(own?.chain == ["Ring.first", "Ring.first"])
        let unique = await #expect(throws: CircularDependencyError.self) { try await ring.left() }
        let left = ["Ring.left", "Ring.right", "Ring.left"]
        #expect([left, ["Ring.right", "Ring.left", "Ring.right"]].contains(unique?.chain))
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
