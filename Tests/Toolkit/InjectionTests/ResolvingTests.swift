import Injection
import InjectionTesting
import Testing
import ThreadTesting

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
        let decorated = Counter()
        catalogue.register { MemoryLinkStore() }.cached.decorator { _ in decorated.increment() }
        let store = catalogue.resolve(MemoryLinkStore.self)
        #expect(store != nil)
        #expect(catalogue.resolve(MemoryLinkStore.self) === store)
        #expect(catalogue.factory(MemoryLinkStore.self)?() === store)
        #expect(decorated.value == 3)
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
