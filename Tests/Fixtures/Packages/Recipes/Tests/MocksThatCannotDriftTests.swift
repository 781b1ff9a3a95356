import Core
import LibraryInterface
import LibraryTesting
import Synchronization
import Testing

struct VisitCounterTests {
    @Test(arguments: VisitCounterContract.allCases)
    func `the implementation satisfies the contract`(rule: VisitCounterContract) {
        rule.check(StoredVisitCounter(store: InMemoryLinkStore()))
    }

    @Test(arguments: VisitCounterContract.allCases)
    func `the mock satisfies the contract`(rule: VisitCounterContract) {
        rule.check(InMemoryVisitCounter())
    }
}

/// The implementation, which stores each visit as a link.
private struct StoredVisitCounter: VisitCounter {
    let store: any LinkStore

    func add(_ url: String) {
        store.add(url.lowercased())
    }

    func visits(of url: String) -> Int {
        store.links.count { $0 == url.lowercased() }
    }
}

/// The mock that tests of other modules use.
private final class InMemoryVisitCounter: VisitCounter {
    private let visits = Mutex<[String: Int]>([:])
    func add(_ url: String) {
        visits.withLock { $0[url.lowercased(), default: 0] += 1 }
    }
    func visits(of url: String) -> Int {
        visits.withLock { $0[url.lowercased()] ?? 0 }
    }
}

/// A mock that no longer behaves like the implementation.
private struct CaseSensitiveVisitCounter: VisitCounter {
    func add(_ url: String) {}
    func visits(of url: String) -> Int {
        0
    }
}

struct MocksThatCannotDriftTests {
    @Test(arguments: VisitCounterContract.allCases)
    func `a mock that has drifted does not satisfy the contract`(rule: VisitCounterContract) {
        withKnownIssue { rule.check(CaseSensitiveVisitCounter()) }
    }
}
