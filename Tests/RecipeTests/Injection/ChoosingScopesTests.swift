import Injection
import InjectionTesting
import Testing

extension AppContainer {
    var eachTime: Factory<any LinkStore> { self { InMemoryLinkStore() } }
    var once: Factory<any LinkStore> { self { InMemoryLinkStore() }.cached }
    var whileHeld: Factory<any LinkStore> { self { InMemoryLinkStore() }.shared }
    var forAll: Factory<any LinkStore> { self { InMemoryLinkStore() }.singleton }
}

extension AppContainer {
    var scratch: Factory<any LinkStore> { self { InMemoryLinkStore() }.graph }
    var merge: Factory<LinkMerge> { self { LinkMerge(from: self.scratch(), into: self.scratch()) } }
}

extension Scope {
    static let window = Cached()
}

extension AppContainer {
    var selection: Factory<any LinkStore> { self { InMemoryLinkStore() }.scope(.window) }
}

struct LinkMerge {
    let source: any LinkStore
    let target: any LinkStore

    init(from source: any LinkStore, into target: any LinkStore) {
        self.source = source
        self.target = target
    }
}

@Suite(.appContainer)
struct ChoosingScopesTests {
    let container = AppContainer()
    let other = AppContainer()

    @Test func `a scope says how long an instance lives`() {
        #expect(container.eachTime() !== container.eachTime())
        #expect(container.once() === container.once())
        #expect(container.once() !== other.once())
        #expect(container.forAll() === other.forAll())
    }

    @Test func `a shared instance lives as long as someone holds it`() {
        weak let store = container.whileHeld()
        #expect(store == nil)
        let held = container.whileHeld()
        #expect(container.whileHeld() === held)
    }

    @Test func `a graph shares what one resolution makes`() {
        let merge = container.merge()
        #expect(merge.source === merge.target)
        #expect(container.merge().source !== merge.source)
    }

    @Test func `instances of a scope go together`() {
        let selection = container.selection()
        let once = container.once()
        container.manager.reset(scope: .window)
        #expect(container.selection() !== selection)
        #expect(container.once() === once)
    }

    @Test func `a container can have a default scope`() {
        container.manager.defaultScope = .cached
        #expect(container.eachTime() === container.eachTime())
    }
}
