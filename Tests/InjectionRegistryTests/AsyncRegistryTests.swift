import Injection
import InjectionRegistry
import Testing
import ThreadTesting

@Suite(.timeLimit(.minutes(5)))
struct AsyncRegistryTests {
    @Test func `services await their dependencies by type`() async throws {
        let registry = AsyncRegistry {
            AsyncShared { await Disk.open() }.as { $0 as any LinkStore }
            AsyncNew(Reader.init)
            AsyncNew { (resolver, title: String) in Page(title: title, store: try await resolver.resolve()) }
            AsyncShared(named: "json") { JSONExporter() as any Exporter }
            AsyncShared { resolver in Page(title: "shared", store: try await resolver.resolve()) }
        }
        let store: any LinkStore = try await registry.resolve()
        #expect(try await registry.resolve(Disk.self) === store)
        #expect(try await registry.resolve(Reader.self).disk === store)
        #expect(try await registry.resolve(Reader.self) !== registry.resolve(Reader.self))
        #expect(try await registry.resolve(Page.self, "Swift").title == "Swift")
        #expect(try await registry.resolve(Page.self).store === store)
        #expect(try await registry.resolve((any Exporter).self, named: "json").format == "json")
    }

    @Test func `the compiler checks an alias with a closure, the first construction one with a type`() async throws {
        let registry = AsyncRegistry {
            AsyncNew { (_, name: String) in Disk(name) }.as { ($0 as any LinkStore, $0 as any AnyObject & Sendable) }
            AsyncShared { Disk("shared") }.as((any LinkStore).self, (any Exporter).self)
        }
        #expect(try await registry.resolve((any LinkStore).self, "new").name == "new")
        #expect(try await registry.resolve((any AnyObject & Sendable).self, "new") is Disk)
        #expect(try await registry.resolve((any LinkStore).self) === registry.resolve(Disk.self))
        let error = await #expect(throws: ResolutionError.self) { try await registry.resolve((any Exporter).self) }
        #expect(error?.description.withoutModule.hasPrefix("App.Disk is not of the type App.Exporter") == true)
    }

    @Test func `an optional is nil if its type is not registered`() async throws {
        let registry = AsyncRegistry { AsyncShared { Disk("disk") } }
        #expect(try await registry.resolve(Disk?.self)?.name == "disk")
        #expect(try await registry.resolve(Disk?.self, named: "other") == nil)
    }

    @Test func `a child falls back to its parent, whose shared services do not use the child`() async throws {
        let parent = AsyncRegistry {
            AsyncShared { Disk("parent") }
            AsyncShared(named: "shared", Reader.init)
            AsyncNew(Reader.init)
        }
        let child = parent.child { AsyncShared { Disk("child") } }
        #expect(try await child.resolve(Reader.self).disk.name == "child")
        #expect(try await child.resolve(Reader.self, named: "shared").disk.name == "parent")
        #expect(child.parent === parent)
    }

    @Test func `registrations can be replaced, released and removed`() async throws {
        let registry = AsyncRegistry()
        registry.register(AsyncShared { Disk("first") })
        weak let first = try await registry.resolve(Disk.self)
        registry.register { AsyncShared { Disk("second") } }
        #expect(first == nil)
        weak let second = try await registry.resolve(Disk.self)
        #expect(second?.name == "second")
        registry.releaseSharedInstances()
        #expect(second == nil)
        #expect(try await registry.resolve(Disk.self).name == "second")
        registry.clean()
        #expect(try await registry.resolve(Disk?.self) == nil)
    }

    @Test func `eager services are built on request, in order and once`() async throws {
        let record = Record()
        let registry = AsyncRegistry {
            AsyncShared(eager: true) { record.add("first") }
            AsyncShared(eager: true) { _ in
                record.add("second")
                return 2
            }
            AsyncShared { Disk("lazy") }
        }
        #expect(record.lines == [])
        for _ in 0..<2 { try await registry.buildEagerServices() }
        #expect(record.lines == ["first", "second"])
    }

    @Test func `a shared instance is built once for concurrent tasks`() async throws {
        for _ in 0..<50 {
            let (made, gate) = (Counter(), Gate())
            let registry = AsyncRegistry {
                AsyncShared { () -> Disk in
                    made.increment()
                    await gate.pass()
                    return Disk("disk")
                }.as { $0 as any LinkStore }
            }
            let stores = try await withThrowingTaskGroup { group in
                for index in 0..<8 {
                    group.addTask {
                        if index == 7 { gate.open() }
                        return try await index.isMultiple(of: 2)
                            ? registry.resolve((any LinkStore).self) : registry.resolve(Disk.self)
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert(ObjectIdentifier($1)) }
            }
            #expect(made.value == 1)
            #expect(stores.count == 1)
        }
    }

    // MARK: - Errors

    @Test func `the error of a factory has its chain and is not kept`() async throws {
        let made = Counter()
        let registry = AsyncRegistry {
            AsyncShared {
                if made.increment() == 1 { throw DiskFull() }
                return Disk("disk")
            }
            AsyncNew { resolver in Reader(try await resolver.resolve()) }
        }
        let error = await #expect(throws: ResolutionError.self) { try await registry.resolve(Reader.self) }
        #expect(
            error?.description.withoutModule
                == "App.Disk could not be made: DiskFull(). The way there: App.Reader → App.Disk.")
        #expect(try await registry.resolve(Reader.self).disk.name == "disk")
    }

    @Test func `a message names the missing service and the service that needs it`() async {
        let registry = AsyncRegistry {
            AsyncNew(Reader.init)
            AsyncNew { (name: String) in Page(title: name, store: Disk(name)) }
            AsyncShared(Label.init)
        }
        let disk = await #expect(throws: ResolutionError.self) { try await registry.resolve(Reader.self) }
        #expect(
            disk?.description.withoutModule.hasPrefix(
                "App.Disk is not registered, and App.Reader takes one, which is looked up by its type. "
                    + "The way there: App.Reader → App.Disk.") == true)
        let page = await #expect(throws: ResolutionError.self) { try await registry.resolve(Page.self, "a") }
        #expect(page?.description.contains("Page, without run-time arguments: what it takes (Swift.String)") == true)
        guard case .wrongArguments(let key, nil, _, let registered) = page else {
            Issue.record("\(page as Any)")
            return
        }
        #expect(key.arguments.first == String.self && registered.first?.key.arguments.isEmpty == true)
        let label = await #expect(throws: ResolutionError.self) { try await registry.resolve(Label.self) }
        #expect(
            label?.description.withoutModule.hasPrefix("Swift.String is not registered, and App.Label takes one")
                == true)
    }

    @Test func `services that await each other are an error, also in containers`() async {
        let desk = AsyncDesk()
        let registry = AsyncRegistry {
            AsyncShared { resolver in Reader(try await resolver.resolve(Disk.self)) }
            AsyncShared { resolver in try await resolver.resolve(Reader.self).disk }
            AsyncNew(named: "new") { resolver in try await resolver.resolve(Disk.self, named: "new") }
            AsyncShared(named: "desk") { _ in try await desk.disk() }
        }
        desk.disk.register { try await registry.resolve(Disk.self, named: "desk") }
        let reader = await cycle { _ = try await registry.resolve(Reader.self) }
        #expect(reader == ["App.Reader", "App.Disk", "App.Reader"])
        let new = "App.Disk named \"new\""
        #expect(await cycle { _ = try await registry.resolve(Disk.self, named: "new") } == [new, new])
        let disk = await cycle { _ = try await registry.resolve(Disk.self, named: "desk") }
        #expect(disk == ["App.Disk named \"desk\"", "AsyncDesk.disk", "App.Disk named \"desk\""])
    }

    private func cycle(_ body: () async throws -> Void) async -> [String] {
        do { try await body() } catch ResolutionError.cycle(let chain) { return chain.map(\.withoutModule) } catch {}
        return []
    }

    // MARK: - Cancellation

    @Test func `a service whose tasks were all cancelled is built again`() async throws {
        let registry = AsyncRegistry { AsyncShared { Disk("disk") } }
        for _ in 0..<50 {
            let task = Task {
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                return try await registry.resolve(Disk.self)
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await registry.resolve(Disk.self).name == "disk")
            registry.releaseSharedInstances()
        }
    }

    @MainActor
    @Test func `a task that arrives during a cancelled construction gets a new one`() async throws {
        let (made, gate) = (Counter(), Gate())
        let registry = AsyncRegistry {
            AsyncShared {
                if made.increment() == 1 {
                    // A task of its own, which is not cancelled.
                    await Task { await gate.pass() }.value
                    try Task.checkCancellation()
                }
                return Disk("disk")
            }
        }
        let hasty = Task { try await registry.resolve(Disk.self) }
        while made.value == 0 { await Task.yield() }
        hasty.cancel()
        await #expect(throws: CancellationError.self) { try await hasty.value }
        let patient = Task { try await registry.resolve(Disk.self) }
        // Tasks of the main actor run in order: when this task opens the gate, the other one waits.
        Task { gate.open() }
        #expect(try await patient.value.name == "disk")
        #expect(made.value == 2)
    }
}

private final class Disk: LinkStore {
    let name: String

    init(_ name: String) { self.name = name }

    static func open() async -> Disk {
        await Task.yield()
        return Disk("disk")
    }
}

private final class Reader: Sendable {
    let disk: Disk

    init(_ disk: Disk) { self.disk = disk }
}

private struct Page {
    let title: String
    let store: any LinkStore
}

private struct Label {
    let text: String
}

private final class AsyncDesk: ManagedContainer {
    let manager = ContainerManager()

    var disk: AsyncFactory<Disk> { AsyncFactory(self, key: "disk") { Disk("desk") }.cached }
}
