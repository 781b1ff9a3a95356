import Injection
import Testing

struct SessionScopeTests {
    let container = AppContainer()

    @Test func `a session lasts from login to logout`() {
        container.logIn(Account(name: "ada"))
        let list = container.readingList()
        #expect(list.account.name == "ada")
        #expect(container.readingList() === list)
        container.logOut()
        #expect(container.readingList().account == .guest)
        #expect(container.manager.isEmpty(.registration))
    }

    @Test func `the next login releases the instances of the session`() {
        container.logIn(Account(name: "ada"))
        weak let list = container.readingList()
        #expect(list != nil)
        container.logIn(Account(name: "grace"))
        #expect(list == nil)
        #expect(container.readingList().account.name == "grace")
    }

    @Test func `a session does not affect other scopes`() {
        let store = container.linkStore()
        container.logIn(Account(name: "ada"))
        container.logOut()
        #expect(container.linkStore() === store)
    }
}
