import Injection
import InjectionTesting
import Testing
import ThreadTesting

@Suite(.container) struct AutoRegisteringTests {
    let container = AutoContainer()

    @Test func `autoRegister() runs once before the first resolution, and can resolve factories`() {
        container.duringRun = { container in
            container.other.register { MemoryLinkStore("other") }
            #expect(container.other().name == "other")
        }
        #expect(container.runs.value == 0)
        for _ in 0..<2 {
            #expect(container.store().name == "automatic 1")
        }
        #expect(container.runs.value == 1)
        let single = container.single()
        #expect(AutoContainer().single() === single)
    }

    @Test
    func `autoRegister() runs before the first registration, async resolution or lookup by type`()
        async throws
    {
        container.store.register { MemoryLinkStore("mine") }
        #expect((container.runs.value, container.store().name) == (1, "mine"))
        #expect(try await AutoContainer().number() == 2)
        #expect(Catalogue().resolve(String.self) == "automatic")
    }

    @Test(arguments: FactoryResetOptions.each)
    func `autoRegister() runs again after the registrations are reset`(
        options: FactoryResetOptions
    ) {
        let runs = [.all, .registration].contains(options) ? 2 : 1
        _ = container.store()
        container.reset(options: options)
        #expect((container.runs.value, container.store().name) == (1, "automatic \(runs)"))
        #expect(container.runs.value == runs)
    }

    @Test(arguments: [true, false])
    func `pop() restores whether the container has registered`(hasRegistered: Bool) {
        if hasRegistered {
            _ = container.store()
        }
        container.manager.push()
        if hasRegistered {
            container.reset()
        } else {
            _ = container.store()
        }
        container.manager.pop()
        #expect(container.runs.value == 1)
        #expect(container.store().name == (hasRegistered ? "automatic 1" : "automatic 2"))
    }

    @Test
    func
        `autoRegister() runs once even if it calls reset() or push(), but again if it calls pop()`()
    {
        container.duringRun = {
            $0.manager.push()
            $0.reset()
            _ = $0.other()
        }
        #expect(container.store().name == "automatic 1")
        container.manager.pop()
        _ = container.store()
        #expect(container.runs.value == 1)
        let other = AutoContainer()
        other.manager.push()
        other.duringRun = { $0.manager.pop() }
        for _ in 0..<2 {
            _ = other.store()
        }
        #expect(other.runs.value == 2)
    }

    @Test(arguments: [true, false])
    func `autoRegister() runs again if another thread calls reset() or pop() during the run`(
        isReset: Bool
    ) {
        let interruptions = Counter()
        container.duringRun = { container in
            container.other.register { MemoryLinkStore("other") }
            interruptions.increment(runningOnce: {
                if isReset {
                    container.reset()
                } else {
                    container.manager.pop()
                }
            })
        }
        container.manager.push()
        for _ in 0..<2 {
            #expect(container.store().name == "automatic 2")
            #expect(container.other().name == "other")
        }
        #expect(container.runs.value == 2)
    }

    @Test func `autoRegister() runs again after pop() if another thread called push() in its run`()
    {
        let interruptions = Counter()
        container.duringRun = { container in
            interruptions.increment(runningOnce: { container.manager.push() })
        }
        #expect(container.store().name == "automatic 1")
        container.manager.pop()
        #expect(container.store().name == "automatic 2")
    }

    @Test func `other threads wait until autoRegister() returns`() async {
        for _ in 0..<20 {
            let container = AutoContainer()
            let arrived = Counter()
            container.duringRun = { _ in arrived.wait(for: 8) }
            let names = await onThreads(8, arrivals: arrived) { index in
                if index.isMultiple(of: 2) {
                    container.other.register { EmptyLinkStore() }
                }
                return container.store().name
            }
            #expect(Set(names) == ["automatic 1"])
            #expect(container.runs.value == 1)
        }
    }

    @Test func `a factory that was read before a reset registers again`() {
        container.duringRun = { container in
            if container.runs.value == 2 {
                container.other.register { MemoryLinkStore("other") }
            }
        }
        let store = container.store
        let other = container.other
        #expect(store().name == "automatic 1")
        #expect(other().name == "empty")
        container.reset()
        #expect(other().name == "other")
        container.reset()
        #expect(store().name == "automatic 3")
    }

    @Test func `a factory outlives a container that has not registered yet`() {
        let factory = AutoContainer().store
        for _ in 0..<2 {
            #expect(factory().name == "automatic 1")
        }
    }

    @Test func `a factory whose container was released does not register again`() {
        var container: AutoContainer? = AutoContainer()
        #expect(container?.store().name == "automatic 1")
        let factory = container?.store
        let manager = container?.manager
        container = nil
        manager?.reset()
        #expect(factory?().name == "empty")
    }
}

@Suite(.container) struct ResolvingTests {
    let catalogue = Catalogue()

    @Test func `resolves exactly the registered type`() {
        catalogue.register((any LinkStore).self) { MemoryLinkStore("typed") }
        #expect(catalogue.resolve((any LinkStore).self)?.name == "typed")
        let inferred: (any LinkStore)? = catalogue.resolve()
        #expect(inferred?.name == "typed")
        #expect(catalogue.resolve(MemoryLinkStore.self) == nil)
        #expect(catalogue.resolve((any LinkStore)?.self) == nil)
        #expect(catalogue.factory(MemoryLinkStore.self) == nil)
        #expect(Catalogue().resolve((any LinkStore).self) == nil)
    }

    @Test func `applies modifiers, and replaces the registration of a type`() {
        catalogue.register { MemoryLinkStore() }.cached.decorator { _ in }
        let store = catalogue.resolve(MemoryLinkStore.self)
        #expect(store != nil)
        #expect(catalogue.resolve(MemoryLinkStore.self) === store)
        #expect(catalogue.factory(MemoryLinkStore.self)?() === store)
        catalogue.register(Int.self) { 1 }
        catalogue.register(Int.self) { 2 }
        #expect(catalogue.resolve(Int.self) == 2)
        catalogue.factory(Int.self)?.register { 3 }
        #expect(catalogue.resolve(Int.self) == 3)
        catalogue.factory(Int.self)?.reset()
        #expect(catalogue.resolve(Int.self) == nil)
    }

    @Test func `injects a property by type, or nil if the type is not registered`() {
        struct Owner {
            @InjectedType(Catalogue.shared) var store: (any LinkStore)?
            @InjectedType(Catalogue.shared) var missing: EmptyLinkStore?
            @InjectedType var ofDefaultContainer: (any LinkStore)?
        }
        catalogue.register((any LinkStore).self) { MemoryLinkStore("typed") }
        let owner = Catalogue.$shared.withValue(catalogue) { Owner() }
        #expect(owner.store?.name == "typed")
        #expect(owner.missing == nil)
        #expect(owner.ofDefaultContainer == nil)
    }
}

// Sendable because no thread sets its closure while another reads it.
final class AutoContainer: SharedContainer, AutoRegistering, @unchecked Sendable {
    @TaskLocal static var shared = AutoContainer()
    let manager = ContainerManager()
    let runs = Counter()
    var duringRun: (AutoContainer) -> Void = { _ in }
    var store: Factory<any LinkStore> { self { EmptyLinkStore() } }
    var other: Factory<any LinkStore> { self { EmptyLinkStore() } }
    var single: Factory<any LinkStore> { self { EmptyLinkStore() }.singleton }
    var number: AsyncFactory<Int> { self { 1 } }

    func autoRegister() {
        let run = runs.increment()
        duringRun(self)
        store.register { MemoryLinkStore("automatic \(run)") }
        single.register { MemoryLinkStore("automatic \(run)") }
        number.register { 2 }
    }
}

final class Catalogue: SharedContainer, AutoRegistering, Resolving {
    @TaskLocal static var shared = Catalogue()
    let manager = ContainerManager()
    func autoRegister() {
        register(String.self) { "automatic" }
    }
}
