import Injection
import ProgramTesting
import Testing
import ThreadTesting

@Suite(.deadlockLimit) struct PromiseTests {
    let shelf = Shelf()

    private var promises: [(any LinkStore)?] {
        [
            shelf.promisedStore(), shelf.promisedPage("a"), shelf.promisedByKey(),
            shelf.promisedPageByKey("a"),
        ]
    }

    @Test func `by default, an unregistered promise stops the program only in debug builds`() {
        #expect(shelf.manager.promiseTriggersError == FactoryContext().isDebug)
    }

    @Test func `an unregistered promise resolves to nil if it must not stop the program`() {
        shelf.manager.promiseTriggersError = false
        #expect(promises.map { $0?.name } == [nil, nil, nil, nil])
    }

    @Test func `resolves a registered promise`() {
        shelf.manager.promiseTriggersError = true
        shelf.promisedStore.register { MemoryLinkStore("kept") }
        shelf.promisedPage.register { MemoryLinkStore($0) }
        shelf(key: "promise") { nil as (any LinkStore)? }.register { MemoryLinkStore("by key") }
        shelf(key: "page promise") { (_: String) in nil as (any LinkStore)? }.register {
            MemoryLinkStore("key \($0)")
        }
        #expect(promises.map { $0?.name } == ["kept", "a", "by key", "key a"])
    }

    @Test(arguments: [false, true])
    func `an unregistered promise stops the program with a message that names its file`(
        hasParameter: Bool
    ) async throws {
        let result = try await #require(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            [hasParameter] in
            exitWhereTrapped()
            let shelf = Shelf()
            shelf.manager.promiseTriggersError = true
            _ = hasParameter ? shelf.promisedPageByKey("a") : shelf.promisedStore()
        }
        let name = hasParameter ? "promisedPageByKey" : "promisedStore"
        let reason =
            "No \((any LinkStore).self) is registered for Shelf.\(name), which \(#fileID) promises. "
        #expect(result.errorText.contains(reason))
        #expect(result.errorText.contains("container.\(name).register { … }"))
    }
}

extension Shelf {
    fileprivate var promisedStore: Factory<(any LinkStore)?> { promised() }
    fileprivate var promisedPage: ParameterFactory<String, (any LinkStore)?> { promised() }
    fileprivate var promisedByKey: Factory<(any LinkStore)?> { promised(key: "promise") }
    fileprivate var promisedPageByKey: ParameterFactory<String, (any LinkStore)?> {
        promised(key: "page promise")
    }
}
