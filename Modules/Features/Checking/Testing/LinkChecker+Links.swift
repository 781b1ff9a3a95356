public import CheckingInterface
public import Core
import Synchronization

extension LinkChecker {
    public func check(
        _ links: [Link],
        policy: CheckPolicy
    ) -> AsyncThrowingStream<CheckOutcome, any Error> {
        let unread = Mutex<[Link]?>(links)
        return check({ unread.withLock { $0.take() } }, policy: policy) { _ in }
    }
}
