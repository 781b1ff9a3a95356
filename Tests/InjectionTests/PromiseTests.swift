import Injection
import InjectionTesting
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PromiseTests {
    @Test func `a promise that is kept resolves`() {
        let shelf = Shelf()
        shelf.promisedStore.register { MemoryLinkStore("kept") }
        shelf.promisedPage.register { MemoryLinkStore($0) }
        #expect(shelf.promisedStore()?.name == "kept")
        #expect(shelf.promisedPage("a")?.name == "a")
    }

    @Test func `a promise that is not kept is nil where that is no error`() {
        let shelf = Shelf()
        shelf.manager.promiseTriggersError = false
        #expect(shelf.promisedStore() == nil)
        #expect(shelf.promisedPage("a") == nil)
        shelf.promisedStore.register { EmptyLinkStore() }
        #expect(shelf.promisedStore()?.name == "empty")
    }

    @Test func `a broken promise is an error in debug builds`() {
        #expect(Shelf().manager.promiseTriggersError == FactoryContext().isDebug)
    }

    @Test func `a broken promise stops the program and names the factory`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            let shelf = Shelf()
            shelf.manager.promiseTriggersError = true
            _ = shelf.promisedStore()
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(
            text.contains(
                "\((any LinkStore).self) was not registered for Shelf.promisedStore, which "
                    + "InjectionTests/PromiseTests.swift promises. "))
        #expect(text.contains("container.promisedStore.register { … }"))
    }

    @Test func `a broken promise with a parameter stops the program and names the factory`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            let shelf = Shelf()
            shelf.manager.promiseTriggersError = true
            _ = shelf.promisedPage("a")
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("was not registered for Shelf.promisedPage, "))
    }
}

extension Shelf {
    fileprivate var promisedStore: Factory<(any LinkStore)?> { promised() }
    fileprivate var promisedPage: ParameterFactory<String, (any LinkStore)?> { promised() }
}
