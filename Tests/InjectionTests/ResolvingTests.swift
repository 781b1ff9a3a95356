import Injection
import InjectionTesting
import Testing

@Suite(.container)
struct ResolvingTests {
    let catalogue = Catalogue()

    @Test func `a type that was registered is resolved`() {
        catalogue.register((any LinkStore).self) { MemoryLinkStore("typed") }
        #expect(catalogue.resolve((any LinkStore).self)?.name == "typed")
        let inferred: (any LinkStore)? = catalogue.resolve()
        #expect(inferred?.name == "typed")
    }

    @Test func `a type that was not registered is nil`() {
        catalogue.register((any LinkStore).self) { MemoryLinkStore() }
        #expect(catalogue.resolve(MemoryLinkStore.self) == nil)
        #expect(catalogue.factory(MemoryLinkStore.self) == nil)
        #expect(Catalogue().resolve((any LinkStore).self) == nil)
    }

    @Test func `a scope that follows a registration holds`() {
        catalogue.register { MemoryLinkStore() }.cached.decorator { _ in }
        let store = catalogue.resolve(MemoryLinkStore.self)
        #expect(store != nil)
        #expect(catalogue.resolve(MemoryLinkStore.self) === store)
        #expect(catalogue.factory(MemoryLinkStore.self)?() === store)
    }

    @Test func `a type that is registered again is replaced`() {
        catalogue.register(Int.self) { 1 }
        catalogue.register(Int.self) { 2 }
        #expect(catalogue.resolve(Int.self) == 2)
        catalogue.factory(Int.self)?.register { 3 }
        #expect(catalogue.resolve(Int.self) == 3)
        catalogue.factory(Int.self)?.reset()
        #expect(catalogue.resolve(Int.self) == nil)
    }

    @Test func `a container registers on its own before a type is looked up`() {
        #expect(catalogue.resolve(String.self) == "automatic")
    }

    @Test(.catalogue { $0.register((any LinkStore).self) { MemoryLinkStore("typed") } })
    func `an injected type is resolved from a container`() {
        let owner = TypeOwner()
        #expect(owner.store?.name == "typed")
        #expect(owner.missing == nil)
    }

    @Test func `an injected type of a container without types is nil`() {
        #expect(DefaultTypeOwner().store == nil)
    }
}

private struct TypeOwner {
    @InjectedType(Catalogue.shared) var store: (any LinkStore)?
    @InjectedType(Catalogue.shared) var missing: EmptyLinkStore?
}

private struct DefaultTypeOwner {
    @InjectedType var store: (any LinkStore)?
}

final class Catalogue: SharedContainer, AutoRegistering, Resolving {
    @TaskLocal static var shared = Catalogue()
    let manager = ContainerManager()

    func autoRegister() {
        register(String.self) { "automatic" }
    }
}

extension Trait where Self == ContainerTrait<Catalogue> {
    static var catalogue: Self { Self(shared: Catalogue.$shared, container: Catalogue()) }
}
