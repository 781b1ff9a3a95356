import Injection
import InjectionRegistry
import Testing
import ThreadTesting

@Suite(.deadlockLimit) struct CycleTests {
    @Test func `reports the chain of shared services that need each other`() {
        let registry = Registry {
            Shared { resolver in Left(try resolver.resolve(Right.self)) }
            Shared { resolver in Right(try resolver.resolve(Left.self)) }
            New { resolver in "\(try resolver.resolve(Left.self))" }
        }
        let fromNew = cycle { try registry.resolve(String.self) }
        let fromRight = cycle { try registry.resolve(Right.self) }
        #expect(fromNew == ["App.Left", "App.Right", "App.Left"])
        #expect(fromRight == ["App.Right", "App.Left", "App.Right"])
    }

    @Test func `reports a cycle of New services before a service is created twice`() {
        let made = Counter()
        let registry = Registry {
            New { resolver in
                made.increment()
                return Left(try resolver.resolve(Right.self))
            }
            New { resolver in Right(try resolver.resolve(Left.self)) }
        }
        let chain = cycle { try registry.resolve(Left.self) }
        #expect(chain == ["App.Left", "App.Right", "App.Left"])
        #expect(made.value == 1)
    }

    @Test func `reports a cycle of New services that are resolved from a child`() {
        let parent = Registry {
            New(named: "new") { resolver in
                Left(try resolver.resolve(Right.self, named: "new"))
            }
            New(named: "new") { resolver in
                Right(try resolver.resolve(Left.self, named: "new"))
            }
        }
        let left = "App.Left named \"new\""
        let right = "App.Right named \"new\""
        let chain = cycle { try parent.child {}.resolve(Left.self, named: "new") }
        #expect(chain == [left, right, left])
    }

    @Test func `the chain of a service that needs its own alias contains the alias`() {
        let registry = Registry {
            New { resolver -> RouterLive in
                _ = try resolver.resolve((any Router).self)
                return RouterLive()
            }.as { $0 as any Router }
        }
        let chain = cycle { try registry.resolve((any Router).self) }
        #expect(chain == ["App.Router", "App.RouterLive", "App.Router"])
    }

    @Test func `a service can resolve itself with other arguments, up to a limit`() throws {
        let registry = Registry {
            New { (resolver, depth: Int) in
                depth == 0 ? "" : "(\(try resolver.resolve(String.self, depth - 1)))"
            }
        }
        // With the depth 31, the service occurs 32 times in the chain.
        #expect(try registry.resolve(String.self, 31).count == 62)
        let chain = cycle { try registry.resolve(String.self, 32) }
        #expect(chain == ["Swift.String(Swift.Int)", "Swift.String(Swift.Int)"])
    }

    @Test func `services can resolve each other with other arguments, up to 32 times each`()
        throws
    {
        let names = (0..<8).map { "\($0)" }
        let registry = Registry {
            for index in names.indices {
                New(named: names[index]) { (resolver, depth: Int) in
                    if depth == 0 {
                        return 0
                    }
                    let next = names[(index + 1) % names.count]
                    return try resolver.resolve(Int.self, named: next, depth - 1) + 1
                }
            }
        }
        #expect(try registry.resolve(Int.self, named: "0", 255) == 255)
        let chain = cycle { try registry.resolve(Int.self, named: "0", 256) }
        #expect(chain == (names + ["0"]).map { "Swift.Int(Swift.Int) named \"\($0)\"" })
    }

    @Test func `reports a cycle across two registries`() {
        let one = Registry()
        let two = Registry {
            Shared(named: "two") { _ in Right(try one.resolve(Left.self)) }
        }
        one.register(Shared { _ in Left(try two.resolve(Right.self, named: "two")) })
        let chain = cycle { try one.resolve(Left.self) }
        #expect(chain == ["App.Left", "App.Right named \"two\"", "App.Left"])
    }

    @Test func `reports a cycle that includes a container's factory`() {
        let container = Desk()
        let registry = Registry {
            Shared { _ in Left(try container.right().get()) }
            New(named: "new") { _ in Left(try container.newRight().get()) }
        }
        container.registry = registry
        let shared = cycle { try registry.resolve(Left.self) }
        let new = cycle { try registry.resolve(Left.self, named: "new") }
        #expect(shared == ["App.Left", "Desk.right", "App.Left"])
        #expect(new == ["App.Left named \"new\"", "Desk.newRight", "App.Left named \"new\""])
    }

    @Test(arguments: [2, 3])
    func `every thread reports the cycle if threads wait for each other`(threads: Int) async {
        let building = Counter()
        let registry = Registry {
            for index in 0..<threads {
                Shared(named: "\(index)") { resolver in
                    building.incrementAndWait(for: threads)
                    let next = (index + 1) % threads
                    return Left(try resolver.resolve(Left.self, named: "\(next)"))
                }
            }
        }
        let chains = await onThreads(threads) { index in
            cycle { try registry.resolve(Left.self, named: "\(index)") }
        }
        let cycles = (0..<threads).map { first in
            (0...threads).map { "App.Left named \"\((first + $0) % threads)\"" }
        }
        #expect(Set(chains).count == 1)
        #expect(cycles.contains(chains[0]))
    }

    @Test func `reports a cycle that includes a preparation on another thread`() async {
        let registry = Registry {
            Shared { RouterLive() }
        }
        let other = Registry()
        let building = Counter()
        registry.beforeFirstResolution { _ in
            building.incrementAndWait(for: 2)
            _ = try other.resolve(Left.self)
        }
        other.register(
            Shared { _ in
                building.incrementAndWait(for: 2)
                return Left(try registry.resolve(RouterLive.self))
            }
        )
        let chains = await onThreads(2) { index in
            index == 0
                ? cycle { try registry.resolve(RouterLive.self) }
                : cycle { try other.resolve(Left.self) }
        }
        #expect(chains[0] == chains[1])
        #expect(Set(chains[0]) == ["App.Left", "InjectionRegistry.BeforeFirstResolution"])
    }

    @Test func `services can be created after a cycle was found`() throws {
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

    var right: Factory<Result<Left, any Error>> {
        self { Result { try self.registry.resolve(Left.self) } }.cached
    }

    var newRight: Factory<Result<Left, any Error>> {
        self { Result { try self.registry.resolve(Left.self, named: "new") } }
    }
}
