import Checking
import CheckingInterface
import Core
import Injection

// Without a container: a type declares its dependencies, and another type with these dependencies
// can create it
protocol UsesHTTPClient { var http: any HTTPClient { get } }
protocol UsesCheckHistory { var history: any CheckHistoryStore { get } }
protocol UsesClock { var time: any WallClock { get } }
protocol UsesLinkChecker { var checker: any LinkChecker { get } }
protocol MakesLinkChecker: UsesLinkChecker, UsesHTTPClient, UsesCheckHistory, UsesClock {}
extension MakesLinkChecker {
    var checker: any LinkChecker {
        ConcurrentLinkChecker(http: http, history: history, clock: time)
    }
}

struct Program: MakesLinkChecker {
    let http: any HTTPClient
    let history: any CheckHistoryStore
    let time: any WallClock
}

final class CheckingContainer: HTTPProviding, CheckHistoryProviding, ClockProviding {
    @TaskLocal static var shared = CheckingContainer()
    let manager = ContainerManager()
}

extension CheckingContainer {
    var linkChecker: Factory<any LinkChecker> {
        self {
            ConcurrentLinkChecker(
                http: self.httpClient(),
                history: self.checkHistoryStore(),
                clock: self.clock()
            )
        }.cached
    }
}
