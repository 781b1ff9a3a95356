import Injection
import ProgramTesting
import Testing
import ThreadTesting

@Suite(.deadlockLimit) struct CycleTests {
    @Test(arguments: cycles.indices)
    func `a cycle stops the program with a message that names every factory`(
        index: Int
    ) async throws {
        let result = try await #require(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [index] in
            exitWhereTrapped()
            await cycles[index].resolve()
        }
        #expect(
            cycles[index].chains.contains { result.errorText.contains("Circular dependency\($0)") },
            "\(result.errorText)"
        )
    }

    @Test func `allows a factory to resolve itself with other parameters`() {
        #expect(Recursion().depth(200) == 200)
        #expect(Recursion().stairs(200) == 200)
    }

    @Test func `allows a factory to resolve itself in other containers`() {
        #expect(Node.chain(200).first.depth() == 200)
    }

    @Test func `hashes and compares the parameters of only some factories in a deep chain`() {
        let hashed = Counter()
        let compared = Counter()
        let parameters = (0..<600).map { number in
            Parameter(number, hash: number) { event in
                switch event {
                case .hash: hashed.increment()
                case .comparison: compared.increment()
                case .release: break
                }
            }
        }
        #expect(Recursion().descend(through: parameters, from: 0) == 600)
        // The checked sections begin at the depths 128, 256 and 512.
        #expect(hashed.value == 3 * 32)
        // At the end of each section, the last parameter is compared with those before it.
        #expect(compared.value == 2 * (31 + 63 + 95))
    }

    @Test func `allows any recursion if the search for cycles is off`() async {
        #expect(Container.shared.manager.circularDependencyTesting)
        await #expect(processExitsWith: .success) {
            Container.shared.manager.circularDependencyTesting = false
            precondition(Recursion().unknown(Recursion.Level(number: 200)) == 200)
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

/// A resolution that stops the program, and the possible chains in the message. If a cycle involves
/// several threads, any of them may find the cycle.
private struct Cycle: Sendable {
    let chains: [String]
    let resolve: @Sendable () async -> Void

    init(_ chains: String..., resolve: @escaping @Sendable () async -> Void) {
        self.chains = chains
        self.resolve = resolve
    }
}

private let cycles: [Cycle] = [
    // The message ends with the chain of types, in the form that FactoryKit prints.
    Cycle(
        """
        : Library.links → Library.checker → Library.links. To break the cycle, resolve one of them \
        on first use (@LazyInjected), not while another one is built. \
        FACTORY: Circular dependency chain - Checker > LinkList > Checker
        """
    ) { _ = Library().links() },
    Cycle(": Library.report → Desk.page → Library.history → Library.report. ") {
        _ = Library().entrance()
    },
    Cycle(": Recursion.first → Recursion.second → Recursion.first. ") {
        _ = Recursion().first()
    },
    Cycle(": Recursion.screen → Recursion.panel(1) → Recursion.screen. ") {
        _ = await Recursion().screen()
    },
    Cycle(": Recursion.stairs(3) → Recursion.stairs(7) → Recursion.stairs(3). ") {
        let recursion = Recursion()
        recursion.stairs.register { recursion.stairs(10 - $0) }
        _ = recursion.stairs(3)
    },
    Cycle(": Recursion.unknown → Recursion.unknown. ") {
        _ = Recursion().unknown(Recursion.Level(number: 200))
    },
    Cycle(": Recursion.depth(2) → Recursion.depth(1) → Recursion.depth(2). ") {
        let recursion = Recursion()
        // The cycle begins at the end of a deep chain.
        recursion.depth.register { recursion.depth($0 > 2 ? $0 - 1 : 3 - $0) }
        _ = recursion.depth(200)
    },
    Cycle(Recursion.cycle(of: 30)) {
        let recursion = Recursion()
        recursion.depth.register { recursion.depth(($0 + 1) % 30) }
        _ = recursion.depth(0)
    },
    Cycle(": Node.depth → Node.depth → Node.depth. ") {
        let chain = Node.chain(1)
        chain.last.next = chain.first
        _ = chain.first.depth()
    },
    Cycle(": Catalogue.Factory<Int> → Catalogue.Factory<Int>. ") {
        let catalogue = Catalogue()
        // This setting affects only unique factories.
        catalogue.manager.circularDependencyTesting = false
        catalogue.register(Int.self) { catalogue.resolve(Int.self) ?? 0 }.scope(.cached)
        _ = catalogue.resolve(Int.self)
    },
    Cycle(": Library.scratch → Library.draft → Library.scratch. ") { _ = Library().scratch() },
    Cycle(
        ": Library.left → Library.right → Library.left. ",
        ": Library.right → Library.left → Library.right. "
    ) {
        let library = Library()
        let building = Counter()
        library.left.register { meet(building) { library.right() } }
        library.right.register { meet(building) { library.left() } }
        _ = await onThreads(2) { index in index == 0 ? library.left() : library.right() }
    },
    Cycle(
        ": AutoContainer.autoRegister() → Library.left → AutoContainer.autoRegister(). ",
        ": Library.left → AutoContainer.autoRegister() → Library.left. "
    ) {
        let library = Library()
        let container = AutoContainer()
        let building = Counter()
        container.duringRun = { _ in _ = meet(building) { library.left() } }
        library.left.register { meet(building) { container.store() } }
        _ = await onThreads(2) { index in index == 0 ? library.left() : container.store() }
    },
    Cycle(": Shelf.plain → Shelf.plain. ") {
        let owner = ThreadsOwner()
        Shelf.shared.plain.register { owner.lazy }.scope(.cached)
        _ = owner.lazy
    },
    Cycle(": Shelf.plain → Shelf.held → Shelf.plain. ", ": Shelf.held → Shelf.plain → Shelf.held. ")
    {
        let plain = ThreadsOwner()
        let held = ThreadsOwner()
        let building = Counter()
        Shelf.shared.plain.register { meet(building) { held.held } }
        Shelf.shared.held.register { meet(building) { plain.lazy } }
        _ = await onThreads(2) { index in index == 0 ? plain.lazy : held.held }
    },
]

private func meet(_ building: Counter, _ resolve: () -> any LinkStore) -> any LinkStore {
    building.incrementAndWait(for: 2)
    return resolve()
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

private final class Reader { @LazyInjected(\Library.writer) var writer }
private final class Writer { @LazyInjected(\Library.reader) var reader }

private final class Recursion: ManagedContainer {
    /// A parameter that is not Hashable.
    struct Level {
        let number: Int
    }

    let manager = ContainerManager()
    var first: Factory<Int> { self { self.second() + 1 } }
    var second: Factory<Int> { self { self.first() + 1 } }
    var screen: MainActorFactory<Int> { self { self.panel(1) + 1 } }
    var panel: MainActorParameterFactory<Int, Int> { self { self.screen() + $0 } }
    var depth: ParameterFactory<Int, Int> { self { $0 == 0 ? 0 : self.depth($0 - 1) + 1 } }
    var unknown: ParameterFactory<Level, Int> {
        self { $0.number == 0 ? 0 : self.unknown(Level(number: $0.number - 1)) + 1 }
    }
    var stairs: ParameterFactory<Int, Int> {
        self { $0 == 0 ? 0 : self.stairs($0 - 1) + 1 }.scopeOnParameters.cached
    }

    /// Resolves one factory with each parameter, each resolution inside the previous one.
    func descend(through parameters: [Parameter], from index: Int) -> Int {
        let factory = self(key: "descend") { (_: Parameter) in
            let next = index + 1
            return next < parameters.count ? self.descend(through: parameters, from: next) + 1 : 1
        }
        return factory(parameters[index])
    }

    /// The message for a cycle of ascending depths. The check begins with the 128th factory.
    static func cycle(of length: Int) -> String {
        let names = (0...length).map { "Recursion.depth(\((128 + $0) % length))" }
        return ": \(names.joined(separator: " → ")). "
    }
}

/// A container whose factory resolves the same factory in the next container.
// Sendable because only one thread uses it.
private final class Node: ManagedContainer, @unchecked Sendable {
    let manager = ContainerManager()
    var next: Node?
    var depth: Factory<Int> { self { self.next.map { $0.depth() + 1 } ?? 0 } }

    /// Returns the first and the last of `count + 1` containers, each of which knows the next.
    static func chain(_ count: Int) -> (first: Node, last: Node) {
        let last = Node()
        var first = last
        for _ in 0..<count {
            let node = Node()
            node.next = first
            first = node
        }
        return (first, last)
    }
}
