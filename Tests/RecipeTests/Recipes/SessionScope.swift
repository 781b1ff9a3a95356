import Injection
import Testing

struct Account: Equatable, Sendable {
    let name: String
    static let guest = Account(name: "guest")
}

final class ReadingList: Sendable {
    let account: Account
    init(of account: Account) {
        self.account = account
    }
}

extension Scope {
    /// Instances of this scope live until the next login or logout.
    static let session = Cached()
}

extension AppContainer {
    /// The account that is logged in.
    var account: Factory<Account> { self { .guest } }
    var readingList: Factory<ReadingList> {
        self { ReadingList(of: self.account()) }.scope(.session)
    }

    func logIn(_ account: Account) {
        self.account.register { account }
        manager.reset(scope: .session)
    }

    func logOut() {
        account.reset(.registration)
        manager.reset(scope: .session)
    }
}

// MARK: - Tests

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
