import Injection
import InjectionTesting
import Testing
import ThreadTesting

@Suite(.container, .deadlockLimit) struct AutoRegisteringTests {
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
        #expect(container.runs.value == 1)
        #expect(container.store().name == "mine")
        #expect(try await AutoContainer().number() == 2)
        #expect(Catalogue().resolve(String.self) == "automatic")
    }

    @Test(arguments: FactoryResetOptions.each)
    func `autoRegister() runs again only after a reset of the registrations`(
        options: FactoryResetOptions
    ) {
        let runs = [.all, .registration].contains(options) ? 2 : 1
        _ = container.store()
        container.reset(options: options)
        #expect(container.runs.value == 1)
        #expect(container.store().name == "automatic \(runs)")
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
