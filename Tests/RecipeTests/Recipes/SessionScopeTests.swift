import Injection
import InjectionTesting
import Testing

struct SessionScopeTests {
    @Test func `a session begins with a log-in and ends with a log-out`() {
        let container = AppContainer()
        container.logIn(Account(name: "ada"))
        let list = container.readingList()
        #expect(list.account.name == "ada")
        #expect(container.readingList() === list)

        container.logOut()
        #expect(container.readingList().account == .guest)
        #expect(container.manager.isEmpty(.registration))
    }

    @Test func `what a session made is gone with it`() {
        let container = AppContainer()
        container.logIn(Account(name: "ada"))
        weak let list = container.readingList()
        #expect(list != nil)
        container.logIn(Account(name: "grace"))
        #expect(list == nil)
        #expect(container.readingList().account.name == "grace")
    }

    @Test func `other scopes do not notice`() {
        let container = AppContainer()
        let store = container.linkStore()
        container.logIn(Account(name: "ada"))
        container.logOut()
        #expect(container.linkStore() === store)
    }
}
