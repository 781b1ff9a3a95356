import Injection
import InjectionTesting
import ProgramTesting
import Testing
import ThreadTesting

/// What lazy wrappers hold whatever threads, constants and copies read them.
@Suite(.timeLimit(.minutes(5)))
struct LazyWrapperTests {
    @Test func `a lazy property is resolved once however many threads read it first`() async {
        for _ in 0..<100 { await expectOneInstance { $0.lazy } }
    }

    @Test func `a weak property is resolved once however many threads read it first`() async {
        for _ in 0..<100 { await expectOneInstance { $0.weak } }
    }

    /// Reads a new wrapper on eight threads at once. Each of them has begun before the instance is there.
    private func expectOneInstance(_ read: @escaping @Sendable (Owner) -> (any LinkStore)?) async {
        let (threads, made, arrived) = (8, Counter(), Counter())
        let shelf = Shelf()
        shelf.plain.register {
            made.increment()
            arrived.wait(for: threads)
            return MemoryLinkStore()
        }
        let owner = Owner()
        let stores = await onThreads(threads) { _ in
            Shelf.$shared.withValue(shelf) {
                arrived.increment()
                return read(owner)
            }
        }
        #expect(made.value == 1)
        #expect(Set(stores.map { $0.map(ObjectIdentifier.init) }).count == 1)
        #expect(read(owner) === stores[0])
    }

    @Test func `a projection replaces the wrapper`() {
        var value = Value()
        let other = Value()
        value.$lazy = other.$lazy
        #expect(value.lazy === other.lazy)
        value.$weak = other.$weak
        let store = other.weak
        #expect(store != nil && value.weak === store)
        let container = Shelf()
        var shelf = InjectedContainer<Shelf>()
        #expect(shelf.wrappedValue === Shelf.shared)
        shelf.projectedValue = Shelf.$shared.withValue(container) { InjectedContainer<Shelf>() }
        #expect(shelf.wrappedValue === container)
    }

    @Test func `threads that read while others resolve again get whole instances`() async {
        let owner = Owner()
        let names = await onThreads(6) { index in
            (0..<300).map { round in
                if index > 3, round.isMultiple(of: 10) { owner.$lazy.resolve(reset: .scope) }
                if index > 3, round.isMultiple(of: 15) { owner.$weak.resolve() }
                return "\(owner.lazy.name) \(owner.weak?.name ?? "memory") \(owner.$lazy.resolvedOrNil()?.name ?? "")"
            }
        }
        #expect(Set(names.joined()) == ["memory memory memory"])
    }

    @Test func `an instance that is set or resolved again during the first resolution is kept`() async {
        let (shelf, building, release) = (Shelf(), Counter(), Counter())
        shelf.plain.register {
            if building.increment() == 1 { release.wait(for: 1) }
            return MemoryLinkStore("\(building.value)")
        }
        let owner = Owner()
        let stores = await onThreads(2) { index in
            Shelf.$shared.withValue(shelf) {
                if index == 0 { return owner.lazy }
                building.wait(for: 1)
                defer { release.increment() }
                return owner.$lazy.resolve()
            }
        }
        #expect(stores[0] !== stores[1])
        #expect(owner.lazy === stores[1])
    }

    @Test func `a constant and a method that is not mutating read lazy properties`() {
        let (value, page) = (Value(), Page())
        #expect(value.lazy === value.store())
        #expect(value.weak != nil)
        #expect(value.weak == nil)
        #expect(value.$lazy.resolve() !== page.lazy)
        #expect(value.lazy === value.$lazy.resolvedOrNil())
        #expect(value.$weak.resolve() != nil)
    }

    @Test func `copies share what is resolved and not what is set`() {
        let value = Value()
        var copy = value
        #expect(copy.lazy === value.lazy)
        let renewed = copy.$lazy.resolve()
        #expect(value.lazy === renewed)
        copy.lazy = EmptyLinkStore()
        #expect(copy.lazy.name == "empty")
        #expect(value.lazy === renewed)
        let store = EmptyLinkStore()
        copy.weak = store
        #expect(copy.weak === store)
        #expect(value.$weak.resolvedOrNil() == nil)
    }

    @Test func `an instance is released when another takes its place`() {
        var value = Value()
        weak let first = value.lazy
        #expect(first != nil)
        value.$lazy.resolve()
        #expect(first == nil)
        weak let second = value.lazy
        value.lazy = EmptyLinkStore()
        #expect(second == nil)
    }

    @Test func `nil is resolved once`() {
        let made = Counter()
        Shelf.$shared.withValue(Shelf()) {
            Shelf.shared.optional.register {
                made.increment()
                return nil
            }
            let owner = OptionalOwner()
            #expect(owner.store == nil)
            #expect(owner.store == nil)
        }
        #expect(made.value == 1)
    }

    @Test func `a factory may read the wrapper that it is resolved for`() {
        let (shelf, made, owner) = (Shelf(), Counter(), Owner())
        shelf.plain.register {
            if made.increment() == 1 { _ = owner.lazy }
            return MemoryLinkStore("\(made.value)")
        }
        Shelf.$shared.withValue(shelf) {
            #expect(owner.lazy.name == "2")
            #expect(owner.lazy.name == "2")
        }
    }

    @Test func `a factory that needs the wrapper that it is resolved for is a cycle`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            let owner = Owner()
            Shelf.shared.plain.register { owner.lazy }.scope(.cached)
            _ = owner.lazy
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("Circular dependency: Shelf.plain → Shelf.plain. To break it, "))
    }

    @Test func `two threads whose wrappers wait for each other are a cycle`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            let (plain, held, building) = (Owner(), Owner(), Counter())
            Shelf.shared.plain.register {
                building.increment()
                building.wait(for: 2)
                return held.held
            }
            Shelf.shared.held.register {
                building.increment()
                building.wait(for: 2)
                return plain.lazy
            }
            _ = await onThreads(2) { index in index == 0 ? plain.lazy : held.held }
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        let cycles = ["Shelf.plain → Shelf.held → Shelf.plain. ", "Shelf.held → Shelf.plain → Shelf.held. "]
        #expect(cycles.contains { text.contains("Circular dependency: \($0)") })
    }
}

// Sendable because no thread sets its properties while another reads them.
private final class Owner: @unchecked Sendable {
    @LazyInjected(\Shelf.plain) var lazy
    @LazyInjected(\Shelf.held) var held
    @WeakLazyInjected(\Shelf.plain) var weak
}

private struct Value {
    @LazyInjected(\Shelf.plain) var lazy
    @WeakLazyInjected(\Shelf.plain) var weak

    func store() -> any LinkStore { lazy }
}

private struct Page: Sendable {
    @LazyInjected(\Shelf.plain) var lazy
    @WeakLazyInjected(\Shelf.plain) var weak
}

private final class OptionalOwner {
    @LazyInjected(\Shelf.optional) var store
}

extension Shelf {
    fileprivate var optional: Factory<MemoryLinkStore?> { self { MemoryLinkStore() } }
}
