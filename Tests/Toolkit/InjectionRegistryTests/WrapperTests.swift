import Injection
import InjectionRegistry
import ProgramTesting
import Testing
import ThreadTesting

@Suite(.deadlockLimit) struct WrapperTests {
    @Test func `wrappers resolve from a registry or a container`() throws {
        let reader = Reader()
        let router = try registry.resolve(RouterLive.self)
        #expect(reader.router === router)
        #expect(reader.exporter.format == "json")
        #expect(reader.missing == nil)
        #expect(reader.lazyMissing == nil)
        #expect(reader.keyed.name == "keyed")
        #expect(reader.$router.factory() === router)
    }

    @Test func `LazyInjected resolves on first use`() throws {
        let record = Record()
        let late = Registry()
        let reader = LazyReader(store: LazyInjected(from: late, named: "late"))
        late.register(
            Shared(named: "late") { resolver -> any LinkStore in
                record.add("made")
                return MemoryLinkStore()
            }
        )
        #expect(record.lines == [])
        let store = reader.store
        #expect(try late.resolve((any LinkStore).self, named: "late") === store)
        #expect(record.lines == ["made"])
    }

    @Test func `wrappers use the shared registry by default, which a task can replace`() {
        let registry = Registry()
        registry.beforeFirstResolution { registry in
            registry.register(Shared { MemoryLinkStore("task") as any LinkStore })
        }
        Registry.$shared.withValue(registry) {
            let reader = SharedReader()
            #expect(reader.store.name == "task")
            #expect(reader.lazyStore === reader.store)
            #expect(reader.none == nil)
        }
    }

    @Test(arguments: [true, false])
    func `a missing service or a cycle stops the program with the message of the error`(
        isCycle: Bool
    ) async throws {
        let result = try await #require(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [isCycle] in
            exitWhereTrapped()
            if isCycle {
                _ = try cyclic.resolve(Front.self)
            }
            _ = Injected<any Exporter>(from: Registry {}, named: "pdf")
        }
        let message =
            isCycle
            ? "Circular dependency: App.Front → App.Back → App.Front. "
            : "App.Exporter named \"pdf\" is not registered; "
        #expect(result.errorText.withoutModule.contains(message))
    }
}

private let registry = Registry {
    Shared { RouterLive() }.as { $0 as any Router }
    Shared(named: "json") { JSONExporter() as any Exporter }
}

private struct Reader {
    @Injected(from: registry) var router: any Router
    @Injected(from: registry, named: "json") var exporter: any Exporter
    @Injected(from: registry) var missing: (any Exporter)?
    @LazyInjected(from: registry, named: "pdf") var lazyMissing: (any Exporter)?
    @Injected(\.keyedStore) var keyed
}

private struct LazyReader {
    @LazyInjected var store: any LinkStore

    init(store: LazyInjected<any LinkStore>) {
        _store = store
    }
}

private struct SharedReader {
    @Injected() var store: any LinkStore
    @LazyInjected() var lazyStore: any LinkStore
    @Injected() var none: (any Exporter)?
}

extension Container {
    fileprivate var keyedStore: Factory<any LinkStore> { self { MemoryLinkStore("keyed") } }
}

private let cyclic: Registry = Registry {
    Shared { Front() }
    New { Back() }
}

private final class Front {
    @Injected(from: cyclic) var back: Back
}

private final class Back {
    @Injected(from: cyclic) var front: Front
}
