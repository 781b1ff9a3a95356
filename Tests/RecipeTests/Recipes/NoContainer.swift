import Checking
import CheckingInterface
import Core
import Injection

// No container: a type says what it uses, and whoever has that can make it
protocol UsesHTTPClient { var http: any HTTPClient { get } }
protocol UsesCheckHistory { var history: any CheckHistoryStore { get } }
protocol UsesClock { var time: any WallClock { get } }

protocol UsesLinkChecker { var checker: any LinkChecker { get } }
protocol MakesLinkChecker: UsesLinkChecker, UsesHTTPClient, UsesCheckHistory, UsesClock {}
extension MakesLinkChecker {
    var checker: any LinkChecker { ConcurrentLinkChecker(http: http, history: history, clock: time) }
}

struct Program: MakesLinkChecker {
    let http: any HTTPClient
    let history: any CheckHistoryStore
    let time: any WallClock
}

// A container: the same promises as factories, which can keep and replace what they make
final class CheckingContainer: HTTPProviding, StoreProviding, ClockProviding, CheckingProviding {
    @TaskLocal static var shared = CheckingContainer()
    let manager = ContainerManager()
}

extension CheckingContainer {
    var linkChecker: Factory<any LinkChecker> {
        self {
            ConcurrentLinkChecker(http: self.httpClient(), history: self.store(), clock: self.clock())
        }.cached
    }
}
