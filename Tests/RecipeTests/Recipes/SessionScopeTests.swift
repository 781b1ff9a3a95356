import Injection
import Testing

struct SessionScopeTests {
    let container = AppContainer()

    @Test func `a session lasts from login to logout`() {
        #expect(container.readingList().account == .guest)
        container.logIn(Account(name: "ada"))
        let list = container.readingList()
        #expect(list.account.name == "ada")
        #expect(container.readingList() === list)
        container.logOut()
        #expect(container.readingList().account == .guest)
        #expect(container.manager.isEmpty(.registration))
    }
}
