import Injection

struct Account: Equatable, Sendable {
    let name: String
    static let guest = Account(name: "guest")
}

final class ReadingList: Sendable {
    let account: Account
    init(of account: Account) { self.account = account }
}

extension Scope {
    /// Until the next log-in or log-out.
    static let session = Cached()
}

extension AppContainer {
    /// Who is logged in.
    var account: Factory<Account> { self { .guest } }
    var readingList: Factory<ReadingList> { self { ReadingList(of: self.account()) }.scope(.session) }

    func logIn(_ account: Account) {
        self.account.register { account }
        manager.reset(scope: .session)
    }

    func logOut() {
        account.reset(.registration)
        manager.reset(scope: .session)
    }
}
