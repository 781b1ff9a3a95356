import Injection
import Testing
import ThreadTesting

/// What one thread reads without a lock, no other lets go of.
///
/// Each in a process of its own: a reading that lasts keeps all others from letting go of anything.
struct ReadingTests {
    @Test func `who waits for readers waits until a reading that has begun is over`() async {
        await #expect(processExitsWith: .success) {
            let (begun, rounds, ended) = (Counter(), Counter(), Counter())
            _ = await onThreads(2) { index in
                if index == 0 {
                    let thread = ThreadState.current
                    thread.beginReading()
                    begun.increment()
                    precondition(rounds.wait(for: 3))
                    ended.increment()
                    thread.endReading()
                } else {
                    begun.wait(for: 1)
                    ThreadState.waitForReaders { rounds.increment() }
                    precondition(ended.value == 1)
                }
            }
        }
    }

    enum Removal: CaseIterable {
        case register, resetFactory, resetContainer, resetScope, pop
    }

    @Test func `an instance that is replaced outlives the readings of that moment`() async {
        await #expect(processExitsWith: .success) {
            for removal in Removal.allCases { await expectThatReadersHold(up: removal) }
        }
    }
}

private func expectThatReadersHold(up removal: ReadingTests.Removal) async {
    let (shelf, begun, ended) = (Shelf(), Counter(), Counter())
    shelf.cached.register { MortalStore(ended) }
    shelf.manager.push()
    for _ in 0..<3 { _ = shelf.cached() }
    _ = await onThreads(2) { index in
        if index == 0 {
            let thread = ThreadState.current
            thread.beginReading()
            begun.increment()
            while !shelf.manager.isEmpty(.scope) {}
            // It is in the table no more, and the other thread has time enough to let go of it, if it does not wait.
            for _ in 0..<10_000 { precondition(shelf.manager.isEmpty(.scope)) }
            precondition(ended.value == 0)
            thread.endReading()
        } else {
            begun.wait(for: 1)
            switch removal {
            case .register: shelf.cached.register { EmptyLinkStore() }
            case .resetFactory: shelf.cached.reset()
            case .resetContainer: shelf.reset()
            case .resetScope: shelf.manager.reset(scope: .cached)
            case .pop: shelf.manager.pop()
            }
            precondition(ended.value == 1)
        }
    }
}

/// Says that it is no more.
private final class MortalStore: LinkStore {
    let name = "mortal"
    private let ended: Counter

    init(_ ended: Counter) {
        self.ended = ended
    }

    deinit { ended.increment() }
}
