import Injection
import InjectionTesting
import Testing
import ThreadTesting

/// Tests the issues for definitions that a test has not replaced.
@Suite(.shelf(live: .fails)) struct LiveDefinitionTests {
    private let shelf = Shelf.shared

    @Test func `a definition is reported with the factory and the chain, before its closure runs`()
    {
        let record = Record()
        let inner = Factory(shelf, key: "inner") { record.add("closure") }
        let outer = Factory(shelf, key: "outer") {}.register { inner() }
        withKnownIssue {
            outer()
        } matching: { issue in
            record.add("issue")
            let text = issue.comments.map(\.rawValue).joined()
            return text.contains("the live definition of Shelf.inner: Shelf.outer → Shelf.inner.")
        }
        #expect(record.lines == ["issue", "closure"])
    }

    @Test func `an asynchronous definition is reported with the chain`() async throws {
        let leaf = Factory(shelf, key: "leaf") { 1 }
        let inner = AsyncFactory(shelf, key: "inner") { leaf() }
        let outer = AsyncFactory(shelf, key: "outer") { 0 }.register { try await inner() }
        let chains = ["Shelf.outer → Shelf.inner.", "Shelf.outer → Shelf.inner → Shelf.leaf."]
        let reported = Record()
        try await withKnownIssue {
            let value = try await outer()
            #expect(value == 1)
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            reported.add(chains.first { text.contains(": \($0)") } ?? text)
            return true
        }
        #expect(reported.lines == chains)
    }

    @Test func `a stored instance and a replaced or allowed definition are not reported`() {
        shelf.plain.register { EmptyLinkStore() }
        shelf.unique.onTest { EmptyLinkStore() }
        shelf.cached.allowLive()
        shelf.session.register { MemoryLinkStore("stored") }
        for _ in 0..<3 {
            #expect(shelf.plain().name == "empty")
            #expect(shelf.unique().name == "empty")
            #expect(shelf.cached().name == "memory")
            #expect(shelf.session().name == "stored")
            shelf.session.reset(.registration)
        }
    }

    @Test(.shelf { $0.plain.register { EmptyLinkStore() } })
    func `a test without the parameter inherits that of its suite`() {
        #expect(Shelf.shared.plain().name == "empty")
        withKnownIssue {
            _ = Shelf.shared.unique()
        }
    }

    @Test(.shelf(live: .allowed)) func `a test can allow all definitions`() {
        #expect(Shelf.shared.plain().name == "memory")
    }
}
