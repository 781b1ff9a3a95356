import Injection
import InjectionRegistry
import Testing
import ThreadTesting

@Suite(.timeLimit(.minutes(5))) struct CycleTests {
    @Test func `services that need each other are an error with the chain, for new services in the first round`() {
        let made = Counter()
        let registry = Registry {
            Shared { resolver in Left(try resolver.resolve(Right.self)) }
            Shared { resolver in Right(try resolver.resolve(Left.self)) }
            New { resolver in "\(try resolver.resolve(Left.self))" }
            New(named: "new") { resolver in
                made.increment()
                return Left(try resolver.resolve(Right.self, named: "new"))
            }
            New(named: "new") { resolver in Right(try resolver.resolve(Left.self, named: "new")) }
            New { resolver -> RouterLive in
                _ = try resolver.resolve((any Router).self)
                return RouterLive()
            }.as { $0 as any Router }
        }
        #expect(cycle { _ = try registry.resolve(String.self) } == ["App.Left", "App.Right", "App.Left"])
        #expect(cycle { _ = try registry.resolve(Right.self) } == ["App.Right", "App.Left", "App.Right"])
        #expect(
            cycle { _ = try registry.resolve((any Router).self) } == ["App.Router", "App.RouterLive", "App.Router"])
        let (left, right) = ("App.Left named \"new\"", "App.Right named \"new\"")
        #expect(cycle { _ = try registry.resolve(Left.self, named: "new") } == [left, right, left])
        #expect(made.value == 1)
        #expect(cycle { _ = try registry.child {}.resolve(Left.self, named: "new") } == [left, right, left])
    }

    @Test func `a service may resolve itself with other arguments, up to a limit`() throws {
        let registry = Registry {
            New { (resolver, depth: Int) in depth == 0 ? "" : "(\(try resolver.resolve(String.self, depth - 1)))" }
        }
        #expect(try registry.resolve(String.self, 25).count == 50)
        let service = "Swift.String(Swift.Int)"
        #expect(cycle { _ = try registry.resolve(String.self, 1_000) } == [service, service])
    }

    @Test func `a cycle of two registries is an error`() {
        let one = Registry()
        let two = Registry { Shared(named: "two") { _ in Right(try one.resolve(Left.self)) } }
        one.register(Shared { _ in Left(try two.resolve(Right.self, named: "two")) })
        #expect(cycle { _ = try one.resolve(Left.self) } == ["App.Left", "App.Right named \"two\"", "App.Left"])
    }

    @Test func `a cycle that includes a container's factory is an error if it ends in the registry`() {
        let container = Desk()
        let registry = Registry {
            Shared { _ in Left(try container.right().get()) }
            New(named: "new") { _ in Left(try container.newRight().get()) }
        }
        container.registry = registry
        #expect(cycle { _ = try registry.resolve(Left.self) } == ["App.Left", "Desk.right", "App.Left"])
        let chain = cycle { _ = try registry.resolve(Left.self, named: "new") }
        #expect(chain == ["App.Left named \"new\"", "Desk.newRight", "App.Left named \"new\""])
    }

    @Test(arguments: [2, 3])
    func `a cycle of threads that wait for each other is an error in all of them`(threads: Int) async {
        let building = Counter()
        let registry = Registry {
            for index in 0..<threads {
                Shared(named: "\(index)") { resolver in
                    building.incrementAndWait(for: threads)
                    return Left(try resolver.resolve(Left.self, named: "\((index + 1) % threads)"))
                }
            }
        }
        let chains = await onThreads(threads) { index in
            cycle { _ = try registry.resolve(Left.self, named: "\(index)") }
        }
        #expect(Set(chains).count == 1)
        #expect(chains[0].count == threads + 1 && chains[0].first == chains[0].last)
        #expect(Set(chains[0]) == Set((0..<threads).map { "App.Left named \"\($0)\"" }))
    }

    @Test func `a cycle that includes a preparation of another thread is an error`() async {
        let (registry, other, building) = (Registry { Shared { RouterLive() } }, Registry(), Counter())
        registry.beforeFirstResolution { _ in
            building.incrementAndWait(for: 2)
            _ = try other.resolve(Left.self)
        }
        other.register(
            Shared { _ in
                building.incrementAndWait(for: 2)
                return Left(try registry.resolve(RouterLive.self))
            })
        let chains = await onThreads(2) { index in
            cycle {
                if index == 0 { _ = try registry.resolve(RouterLive.self) } else { _ = try other.resolve(Left.self) }
            }
        }
        #expect(chains[0] == chains[1])
        #expect(chains[0].contains("InjectionRegistry.BeforeFirstResolution"))
    }

    @Test func `services can be created after a cycle`() throws {
        let registry = Registry {
            Shared { resolver in Left(try? resolver.resolve(Right.self)) }
            Shared { resolver in Right(try resolver.resolve(Left.self)) }
        }
        let left = try registry.resolve(Left.self)
        #expect(left.other == nil)
        #expect(try registry.resolve(Right.self).other === left)
    }
}

// Sendable because the test sets the registry before the first resolution.
private final class Desk: ManagedContainer, @unchecked Sendable {
    let manager = ContainerManager()
    var registry = Registry()
    var right: Factory<Result<Left, any Error>> { self { Result { try self.registry.resolve(Left.self) } }.cached }
    var newRight: Factory<Result<Left, any Error>> {
        self { Result { try self.registry.resolve(Left.self, named: "new") } }
    }
}
