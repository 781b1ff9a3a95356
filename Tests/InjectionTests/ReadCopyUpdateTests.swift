import Injection
import Testing
import ThreadTesting

/// What readers and writers of published references guarantee.
@Suite(.timeLimit(.minutes(5)))
struct ReadCopyUpdateTests {
    @Test func `readers, writers, resets, push and pop, and threads that end leave whole instances`() async {
        let (shelf, other, singletons) = (Shelf(), Shelf(), Scope.Singleton())
        for _ in 0..<10 {
            let names = await onThreads(6) { index in
                Scope.$singleton.withValue(singletons) {
                    (0..<200).flatMap { round -> [String] in
                        change(shelf, singletons, index, round % 8)
                        let stores = [shelf.cached(), shelf.held(), shelf.session(), shelf.plain()]
                        return (stores + [shelf.single(), other.single()]).map(\.name)
                    }
                }
            }
            #expect(Set(names.joined()).isSubset(of: ["memory", "empty"]))
        }
        shelf.reset()
        #expect(shelf.cached().name == "memory")
        Scope.$singleton.withValue(singletons) { #expect(shelf.single() === other.single()) }
    }

    private func change(_ shelf: Shelf, _ singletons: Scope.Singleton, _ thread: Int, _ step: Int) {
        switch (thread, step) {
        case (0, 0): shelf.cached.register { EmptyLinkStore() }
        case (0, 4): shelf.cached.reset()
        case (1, 0): shelf.manager.push()
        case (1, 2): shelf.reset(options: .scope)
        case (1, 4): shelf.manager.pop()
        case (1, 6): shelf.manager.reset(scope: .session)
        case (2, 0): singletons.reset()
        case (2, 4): shelf.plain.register { MemoryLinkStore() }
        default: break
        }
    }

    // In a process of its own, because a long reading delays all writers.
    @Test func `a writer sleeps until a suspended reader has read the instance`() async {
        await #expect(processExitsWith: .success) {
            let (published, begun, rounds) = (Published(), Counter(), Counter())
            _ = await onThreads(2) { index in
                if index == 0 {
                    let reading = published.reference.read(on: .current)
                    begun.increment()
                    precondition(rounds.wait(for: 110))
                    precondition(reading.end(with: String.self) == "published")
                } else {
                    begun.wait(for: 1)
                    let old = published.reference.replace(with: .none)
                    ThreadState.release([old].compactMap(\.self)) { rounds.increment() }
                }
            }
            precondition(rounds.value >= 110)
        }
    }

    @Test func `a weak instance that is an error is found again`() {
        let shelf = Shelf()
        func factory() -> Factory<any Error> { shelf(key: "error") { Failure() as any Error }.shared }
        let error = factory()()
        for _ in 0..<3 { #expect(factory()() as AnyObject === error as AnyObject) }
    }

    @Test func `a weak instance is rebuilt whenever it is gone`() {
        let shelf = Shelf()
        for _ in 0..<5 {
            let store = shelf.held()
            for _ in 0..<3 { #expect(shelf.held() === store) }
        }
    }

    @Test func `a factory outlives a container that has yet to register`() {
        let factory = AutoContainer().store
        #expect(factory().name == "automatic 1")
        #expect(factory().name == "automatic 1")
    }

    @Test func `a factory whose container is gone does not register again`() {
        var container: AutoContainer? = AutoContainer()
        #expect(container?.store().name == "automatic 1")
        let factory = container?.store
        let manager = container?.manager
        container = nil
        manager?.reset()
        #expect(factory?().name == "empty")
    }

    @Test func `the second resolution finds what the first one published`() async {
        await #expect(processExitsWith: .success) {
            let shelf = Shelf()
            let (cached, single) = (shelf.cached(), shelf.single())
            precondition(shelf.cached() === cached && shelf.single() === single)
            let held = shelf.held()
            precondition(shelf.held() === held)
        }
    }
}

private final class Failure: Error {}

/// A published string.
private final class Published: Sendable {
    let reference = PublishedReference()

    init() { _ = reference.replace(with: .instance, Box("published")) }
}
