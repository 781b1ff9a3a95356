// Bootstrap: all code in one module
import Injection

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
