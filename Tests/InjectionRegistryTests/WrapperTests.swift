import Injection
import InjectionRegistry
import ProgramTesting
import Testing
import ThreadTesting

@Suite(.timeLimit(.minutes(5)))
struct WrapperTests {
    @Test func `wrappers of both kinds live in one file`() throws {
        let reader = Reader()
        #expect(reader.router === (try registry.resolve(RouterLive.self)))
        #expect(reader.exporter.format == "json")
        #expect(reader.missing == nil)
        #expect(reader.keyed.name == "keyed")
        #expect(reader.$router.factory() === reader.router)
    }

    @Test func `a lazy wrapper resolves when it is first read`() throws {
        let record = Record()
        let late = Registry()
        let reader = LazyReader(store: LazyInjected(from: late, named: "late"))
        late.register(
            Shared(named: "late") { resolver -> any LinkStore in
                record.add("made")
                return MemoryLinkStore()
            })
        #expect(record.lines == [])
        #expect(reader.store === (try late.resolve((any LinkStore).self, named: "late")))
        #expect(record.lines == ["made"])
    }

    @Test func `wrappers that name no registry take the shared one, which a task can replace`() {
        let registry = Registry { Shared { MemoryLinkStore("task") as any LinkStore } }
        Registry.$shared.withValue(registry) {
            let reader = SharedReader()
            #expect(reader.store.name == "task")
            #expect(reader.lazyStore === reader.store)
            #expect(reader.none == nil)
        }
    }

    @Test func `sources of wrappers are the same if registry and name are`() {
        let first = LazyReader(store: LazyInjected(from: registry, named: "store"))
        let second = LazyReader(store: LazyInjected(from: registry, named: "store"))
        #expect(first.store === second.$store.factory())
    }

    @Test func `a wrapper whose service is missing stops the program with the message`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            _ = Injected<any Exporter>(from: Registry {}, named: "pdf")
        }
        let output = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(output.contains("Exporter named \"pdf\" is not registered."))
    }

    @Test func `a circle by way of wrappers stops the program with the message`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            _ = try circle.resolve(Left.self)
        }
        let output = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(
            output.contains(
                "Circular dependency: InjectionRegistryTests.Left → InjectionRegistryTests.Right → InjectionRegistryTests.Left. "
            ))
    }
}

private let registry = Registry {
    Shared { RouterLive() }.as { $0 as any Router }
    Shared(named: "json") { JSONExporter() as any Exporter }
    Shared(named: "store") { MemoryLinkStore() as any LinkStore }
}

private struct Reader {
    @Injected(from: registry) var router: any Router
    @Injected(from: registry, named: "json") var exporter: any Exporter
    @Injected(from: registry) var missing: (any Exporter)?
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

private let circle: Registry = Registry {
    Shared { Left() }
    New { Right() }
}

private final class Left {
    @Injected(from: circle) var right: Right
}

private final class Right {
    @Injected(from: circle) var left: Left
}
