import Foundation
import Injection
import InjectionTesting
import ProgramTesting
import Synchronization
import Testing

// LibraryInterface: the event, and the role of its listeners
struct LinkAdded: Equatable, Sendable {
    let link: String
}

protocol LinkAddedListener: Sendable {
    func linkWasAdded(_ event: LinkAdded) async
}

protocol LinkAdding: Sendable {
    func add(_ link: String) async
}

// Library: changes its data, and then calls the listeners
struct NotifyingLinkAdder: LinkAdding {
    let store: any LinkStore
    let listeners: [any LinkAddedListener]

    func add(_ link: String) async {
        store.add(link)
        for listener in listeners {
            await listener.linkWasAdded(LinkAdded(link: link))
        }
    }
}

// Snapshots, another feature: imports LibraryInterface
actor SnapshotQueue: LinkAddedListener {
    private(set) var links: [String] = []

    func linkWasAdded(_ event: LinkAdded) {
        links.append(event.link)
    }
}

// Bootstrap: imports both implementations, and connects them
extension AppContainer {
    var snapshotQueue: Factory<SnapshotQueue> { self { SnapshotQueue() }.cached }

    var linkAdder: Factory<any LinkAdding> {
        self {
            NotifyingLinkAdder(store: self.linkStore(), listeners: [self.snapshotQueue()])
        }.cached
    }
}

// MARK: - Tests

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

@Suite(.buildsPackages)
struct EventsBetweenFeaturesTypeTests {
    /// The modules of the recipe, in the order of the file.
    private let modules = ["// LibraryInterface", "// Library:", "// Snapshots", "// Bootstrap"]

    /// Type-checks the recipe without some of its modules.
    private func typecheck(without removed: [String]) async throws -> Outcome {
        var rest = try sample("Recipes/EventsBetweenFeatures.swift")
        var source = ""
        for module in modules.reversed() {
            let start = try #require(rest.range(of: module)).lowerBound
            source = removed.contains(module) ? source : rest[start...] + source
            rest = String(rest[..<start])
        }
        let other = try ["Samples.swift", "Recipes/ReplacingADependency.swift"].map(sample)
        return try await RecipeTests.typecheck(other.joined() + rest + source)
    }

    @Test func `neither feature requires the implementation of the other`() async throws {
        for modules in [[], ["// Library:", "// Bootstrap"], ["// Snapshots", "// Bootstrap"]] {
            let valid = try await typecheck(without: modules)
            #expect(valid.code == 0, "\(valid.errors)")
        }
        let broken = try await typecheck(without: ["// Snapshots"])
        #expect(broken.errors.contains("cannot find 'SnapshotQueue'"), "\(broken.errors)")
    }
}
