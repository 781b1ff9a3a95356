import Injection
import InjectionRegistry
import Testing
import ThreadTesting

/// Tests deinitializers that use the registry that releases their objects.
///
/// The deinitializers would deadlock if the registry released objects while holding its lock.
struct ReleaseTests {
    private let record = Record()
    private let registry = Registry {
        Shared { MemoryLinkStore() }
    }

    @Test(arguments: Change.allCases, [false, true])
    func `an instance or its view can resolve from the registry that releases it`(
        change: Change,
        isView: Bool
    ) throws {
        let guest = Shared { registry.guest(record) }.registrations
        let view = Shared { RouterLive() }.as { _ in registry.guest(record) }
        registry.register(isView ? view.registrations : guest)
        weak let released = try registry.resolve(Guest.self)
        #expect(released != nil)
        expectEnd {
            let replacement = isView ? Shared { RouterLive() }.registrations : guest
            change.make(in: registry, replacement: replacement)
        }
        #expect(released == nil)
        #expect(record.lines == [change == .clean ? "nothing" : "memory"])
    }

    @Test(arguments: [Change.clean, .register])
    func `an object that a closure captured can resolve when a registry releases the closure`(
        change: Change
    ) {
        do {
            let guest = registry.guest(record)
            registry.register(New { _ in guest })
        }
        #expect(record.lines == [])
        let replacement = New { (_: Registry) -> Guest in throw DiskFull() }
        expectEnd {
            change.make(in: registry, replacement: replacement)
        }
        #expect(record.lines == [change == .clean ? "nothing" : "memory"])
    }

    @Test
    func `an object that a preparation captured can resolve when the preparation is released`() {
        do {
            let guest = registry.guest(record)
            registry.beforeFirstResolution { _ in _ = guest }
        }
        #expect(record.lines == [])
        expectEnd {
            _ = try? registry.resolve(MemoryLinkStore.self)
        }
        #expect(record.lines == ["memory"])
    }

    @Test(arguments: Change.allCases)
    func `an instance can use the asynchronous registry that releases the instance`(
        change: Change
    ) async throws {
        let registry = AsyncRegistry()
        let registration = AsyncShared { registry.guest(record) }
        registry.register(registration)
        _ = try await registry.resolve(Guest.self)
        #expect(record.lines == [])
        expectEnd {
            change.make(in: registry, replacement: registration)
        }
        #expect(record.lines == ["released"])
    }

    @Test func `instances of the graph scope are released after the outermost service is built`()
        throws
    {
        let container = GraphContainer()
        let registry = Registry {
            Shared { container.store() as any LinkStore }
            New { _ in StoredLinkLibrary(store: container.store()) }
            New { resolver in
                let library = try resolver.resolve(StoredLinkLibrary.self)
                return library.store === container.store()
            }
        }
        #expect(try registry.resolve(Bool.self))
        weak let store = try registry.resolve(StoredLinkLibrary.self).store
        #expect(store == nil)
        let shared: any LinkStore = try registry.resolve()
        #expect(try registry.resolve(StoredLinkLibrary.self).store !== shared)
    }
}

/// Runs a closure on another thread, and expects that it does not deadlock.
private func expectEnd(
    at location: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable () -> Void
) {
    let end: Void? = onThread(body)
    #expect(end != nil, sourceLocation: location)
}

/// A change to a registry that releases an instance.
enum Change: CaseIterable {
    case releaseSharedInstances
    case clean
    case register

    func make<Owner>(
        in registry: ServiceRegistry<Owner>,
        replacement: some Registering<Owner>
    ) {
        switch self {
        case .releaseSharedInstances: registry.releaseSharedInstances()
        case .clean: registry.clean()
        case .register: registry.register(replacement)
        }
    }
}

/// An object that calls a closure when it is released.
private final class Guest: Sendable {
    private let leave: @Sendable () -> Void

    init(_ leave: @escaping @Sendable () -> Void) {
        self.leave = leave
    }

    deinit {
        leave()
    }
}

extension Registry {
    /// Returns an object that changes this registry and resolves a service from it when the object
    /// is released.
    fileprivate func guest(_ record: Record) -> Guest {
        Guest {
            self.register(New { JSONExporter() })
            record.add(nameOfStore { try self.resolve(MemoryLinkStore?.self) })
        }
    }
}

extension AsyncRegistry {
    /// Returns an object whose release changes this registry.
    fileprivate func guest(_ record: Record) -> Guest {
        Guest {
            self.register(AsyncNew { JSONExporter() })
            record.add("released")
        }
    }
}

private final class GraphContainer: ManagedContainer {
    let manager = ContainerManager()
    var store: Factory<MemoryLinkStore> { self { MemoryLinkStore() }.graph }
}
