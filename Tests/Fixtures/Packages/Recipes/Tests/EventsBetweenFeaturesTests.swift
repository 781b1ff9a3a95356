import Bootstrap
import Core
import Injection
import InjectionTesting
import Library
import LibraryInterface
import Snapshots
import Synchronization
import Testing

private final class RecordingListener: LinkAddedListener {
    private let recorded = Mutex<[LinkAdded]>([])
    var events: [LinkAdded] { recorded.withLock { $0 } }
    func linkWasAdded(_ event: LinkAdded) {
        recorded.withLock { $0.append(event) }
    }
}

@Suite(.appContainer { $0.linkStore.register { InMemoryLinkStore() } })
struct EventsBetweenFeaturesTests {
    @Test func `all listeners receive an event after the change`() async {
        struct CheckingListener: LinkAddedListener {
            let store: any LinkStore
            func linkWasAdded(_ event: LinkAdded) {
                #expect(store.links.contains(event.link))
            }
        }
        let store = InMemoryLinkStore()
        let listener = RecordingListener()
        let adder = NotifyingLinkAdder(
            store: store,
            listeners: [CheckingListener(store: store), listener]
        )
        await adder.add("swift.org")
        #expect(listener.events == [LinkAdded(link: "swift.org")])
    }

    @Test func `the container connects the listener to the feature`() async {
        let container = AppContainer.shared
        await container.linkAdder().add("swift.org")
        #expect(container.linkStore().links == ["swift.org"])
        #expect(await container.snapshotQueue().links == ["swift.org"])
    }
}
