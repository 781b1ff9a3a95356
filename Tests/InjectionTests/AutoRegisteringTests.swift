import Injection
import InjectionTesting
import Testing
import ThreadTesting

@Suite(.container)
struct AutoRegisteringTests {
    let container = AutoContainer()

    @Test func `a container registers before its first resolution`() {
        #expect(container.runs.value == 0)
        #expect(container.store().name == "automatic 1")
        #expect(container.store().name == "automatic 1")
        #expect(container.runs.value == 1)
    }

    @Test func `a container registers before its first registration`() {
        container.store.register { MemoryLinkStore("mine") }
        #expect(container.runs.value == 1)
        #expect(container.store().name == "mine")
    }

    @Test(arguments: [(FactoryResetOptions.all, 2), (.registration, 2), (.scope, 1), (.context, 1), (.none, 1)])
    func `a container registers again after its registrations are reset`(options: FactoryResetOptions, runs: Int) {
        _ = container.store()
        container.reset(options: options)
        #expect(container.runs.value == 1)
        #expect(container.store().name == "automatic \(runs)")
        #expect(container.runs.value == runs)
    }

    @Test func `pop brings back that a container has yet to register`() {
        container.manager.push()
        _ = container.store()
        container.manager.pop()
        #expect(container.runs.value == 1)
        #expect(container.store().name == "automatic 2")
    }

    @Test func `pop brings back that a container has registered`() {
        _ = container.store()
        container.manager.push()
        container.reset()
        container.manager.pop()
        #expect(container.store().name == "automatic 1")
        #expect(container.runs.value == 1)
    }

    @Test func `a reset or push from inside does not make a container register twice`() {
        container.duringRun = {
            $0.manager.push()
            $0.reset()
            _ = $0.other()
        }
        #expect(container.store().name == "automatic 1")
        container.manager.pop()
        _ = container.store()
        #expect(container.runs.value == 1)
    }

    @Test func `a pop from inside brings back that a container has yet to register`() {
        container.manager.push()
        container.duringRun = { $0.manager.pop() }
        _ = container.store()
        _ = container.store()
        #expect(container.runs.value == 2)
    }

    @Test func `a container may resolve what it has just registered`() {
        container.duringRun = { container in
            container.other.register { MemoryLinkStore("other") }
            #expect(container.other().name == "other")
        }
        #expect(container.store().name == "automatic 1")
    }

    @Test func `registering automatically leaves the singletons of others alone`() {
        let single = container.single()
        #expect(AutoContainer().single() === single)
    }

    @Test(arguments: [true, false])
    func `what another thread undoes while a container registers is registered again`(isReset: Bool) async {
        let container = AutoContainer()
        let (begun, undone) = (Counter(), Counter())
        container.duringRun = { container in
            container.other.register { MemoryLinkStore("other") }
            begun.increment()
            undone.wait(for: 1)
        }
        container.manager.push()
        let names = await onThreads(2) { index in
            if index == 1 {
                begun.wait(for: 1)
                if isReset { container.reset() } else { container.manager.pop() }
                undone.increment()
            }
            return container.store().name + " " + container.other().name
        }
        #expect(names == ["automatic 2 other", "automatic 2 other"])
        #expect(container.runs.value == 2)
    }

    @Test func `threads that come while a container registers wait for it`() async {
        let threads = 8
        for _ in 0..<20 {
            let container = AutoContainer()
            let arrived = Counter()
            container.duringRun = { _ in arrived.wait(for: threads) }
            let names = await onThreads(threads) { index in
                arrived.increment()
                if index.isMultiple(of: 2) { container.other.register { EmptyLinkStore() } }
                return container.store().name
            }
            #expect(names == Array(repeating: "automatic 1", count: threads))
            #expect(container.runs.value == 1)
        }
    }
}

/// Registers a store that says how often the container has registered.
final class AutoContainer: SharedContainer, AutoRegistering, @unchecked Sendable {
    @TaskLocal static var shared = AutoContainer()

    let manager = ContainerManager()
    let runs = Counter()
    var duringRun: (AutoContainer) -> Void = { _ in }

    var store: Factory<any LinkStore> { self { EmptyLinkStore() } }
    var other: Factory<any LinkStore> { self { EmptyLinkStore() } }
    var single: Factory<any LinkStore> { self { EmptyLinkStore() }.singleton }

    func autoRegister() {
        let run = runs.increment()
        duringRun(self)
        store.register { MemoryLinkStore("automatic \(run)") }
        single.register { MemoryLinkStore("automatic \(run)") }
    }
}
