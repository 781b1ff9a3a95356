import Injection
import InjectionRegistry
import Testing
import ThreadTesting

struct CycleTests {
    @Test func `shared services that need each other are an error that names the chain`() throws {
        let registry = Registry {
            Shared { resolver in Left(try resolver.resolve(Right.self)) }
            Shared { resolver in Right(try resolver.resolve(Left.self)) }
            New { resolver in "\(try resolver.resolve(Left.self))" }
        }
        #expect(circle { _ = try registry.resolve(String.self) } == ["App.Left", "App.Right", "App.Left"])
        #expect(circle { _ = try registry.resolve(Right.self) } == ["App.Right", "App.Left", "App.Right"])
    }

    @Test func `new services that need each other are an error, at once if they take no arguments`() {
        let made = Counter()
        let registry = Registry {
            New { resolver in
                made.increment()
                return Left(try resolver.resolve(Right.self))
            }
            New { resolver in Right(try resolver.resolve(Left.self)) }
        }
        #expect(circle { _ = try registry.resolve(Left.self) } == ["App.Left", "App.Right", "App.Left"])
        #expect(made.value == 1)
        let child = registry.child {}
        #expect(circle { _ = try child.resolve(Left.self) } == ["App.Left", "App.Right", "App.Left"])
    }

    @Test func `a service may make itself from other arguments, but not without end`() throws {
        let registry = Registry {
            New { (resolver, depth: Int) in depth == 0 ? "" : "(\(try resolver.resolve(String.self, depth - 1)))" }
        }
        #expect(try registry.resolve(String.self, 25).count == 50)
        #expect(
            circle { _ = try registry.resolve(String.self, 1_000) } == [
                "Swift.String(Swift.Int)", "Swift.String(Swift.Int)",
            ])
    }

    @Test func `a circle of aliases is an error`() {
        let registry = Registry {
            New { resolver -> RouterLive in
                _ = try resolver.resolve((any Router).self)
                return RouterLive()
            }.as { $0 as any Router }
        }
        let way = circle { _ = try registry.resolve((any Router).self) }
        #expect(way == ["App.Router", "App.RouterLive", "App.Router"])
    }

    @Test func `a circle through two registries is an error`() {
        let one = Registry()
        let two = Registry { Shared(named: "two") { _ in Right(try one.resolve(Left.self)) } }
        one.register(Shared { _ in Left(try two.resolve(Right.self, named: "two")) })
        #expect(circle { _ = try one.resolve(Left.self) } == ["App.Left", "App.Right named \"two\"", "App.Left"])
    }

    @Test func `a circle through a container's factory is an error where the registry closes it`() {
        let container = Desk()
        let registry = Registry {
            Shared { _ in Left(try container.right().get()) }
            New(named: "new") { _ in Left(try container.newRight().get()) }
        }
        container.registry = registry
        #expect(circle { _ = try registry.resolve(Left.self) } == ["App.Left", "Desk.right", "App.Left"])
        let way = circle { _ = try registry.resolve(Left.self, named: "new") }
        #expect(way == ["App.Left named \"new\"", "Desk.newRight", "App.Left named \"new\""])
    }

    @Test func `a circle of threads that wait for each other is an error for one and all`() async {
        let building = Counter()
        let registry = Registry {
            Shared { resolver in
                building.increment()
                building.wait(for: 2)
                return Left(try resolver.resolve(Right.self))
            }
            Shared { resolver in
                building.increment()
                building.wait(for: 2)
                return Right(try resolver.resolve(Left.self))
            }
        }
        let ways = await onThreads(2) { index in
            circle {
                if index == 0 { _ = try registry.resolve(Left.self) } else { _ = try registry.resolve(Right.self) }
            }
        }
        #expect(ways[0] == ways[1])
        #expect([["App.Left", "App.Right", "App.Left"], ["App.Right", "App.Left", "App.Right"]].contains(ways[0]))
    }

    @Test func `a circle by way of a preparation of another thread is an error`() async {
        let (registry, other) = (Registry { Shared { RouterLive() } }, Registry())
        let building = Counter()
        registry.beforeFirstResolution { _ in
            building.increment()
            building.wait(for: 2)
            _ = try other.resolve(Left.self)
        }
        other.register(
            Shared { _ in
                building.increment()
                building.wait(for: 2)
                return Left(try registry.resolve(RouterLive.self))
            })
        let ways = await onThreads(2) { index in
            circle {
                if index == 0 { _ = try registry.resolve(RouterLive.self) } else { _ = try other.resolve(Left.self) }
            }
        }
        #expect(ways[0] == ways[1])
        #expect(ways[0].sorted().contains("InjectionRegistry.BeforeFirstResolution"))
    }

    @Test func `after a circle the services can still be made`() throws {
        let registry = Registry {
            Shared { resolver in Left(try? resolver.resolve(Right.self)) }
            Shared { resolver in Right(try resolver.resolve(Left.self)) }
        }
        let left = try registry.resolve(Left.self)
        #expect(left.other == nil)
        #expect(try registry.resolve(Right.self).other === left)
    }
}

/// The circle that a resolution found, with `App` for this module; empty if there is none.
private func circle(_ body: () throws -> Void) -> [String] {
    do { try body() } catch ResolutionError.cycle(let way) {
        return way.map { $0.replacing("InjectionRegistryTests.", with: "App.") }
    } catch {}
    return []
}

private final class Left {
    let other: AnyObject?

    init(_ other: AnyObject?) { self.other = other }
}

private final class Right {
    let other: AnyObject?

    init(_ other: AnyObject?) { self.other = other }
}

// Sendable because the test sets the registry before anything is resolved.
private final class Desk: ManagedContainer, @unchecked Sendable {
    let manager = ContainerManager()
    var registry = Registry()

    var right: Factory<Result<Left, any Error>> { self { Result { try self.registry.resolve(Left.self) } }.cached }
    var newRight: Factory<Result<Left, any Error>> {
        self { Result { try self.registry.resolve(Left.self, named: "new") } }
    }
}
