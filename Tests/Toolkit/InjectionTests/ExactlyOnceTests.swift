import Injection
import InjectionTesting
import Testing
import ThreadTesting

/// Tests that each scope builds an instance exactly once for 32 threads that resolve it in the same
/// way.
@Suite(.timeLimit(.minutes(5))) struct ExactlyOnceTests {
    @Test(arguments: [Scope.cached, .shared, .singleton, .session], Access.allCases)
    fileprivate func `builds an instance once for 32 threads`(
        scope: Scope,
        access: Access
    ) async {
        let scope = scope.separate
        let shelf = Shelf()
        let rendezvous = Rendezvous(threads: 32)
        access.prepare(shelf, scope, rendezvous)
        let stores = await rendezvous.resolve { _ in
            access.resolve(from: shelf, scope)
        }
        #expect(rendezvous.built.value == 1)
        #expect(stores.count == 32)
        #expect(stores.distinct == 1)
    }

    @Test(arguments: [Scope.cached, .shared, .singleton, .session])
    func `builds the instance of each parameter once for 32 threads`(scope: Scope) async {
        let scope = scope.separate
        let shelf = Shelf()
        let rendezvous = Rendezvous(threads: 32)
        shelf.named.register { name in
            rendezvous.build()
            return MemoryLinkStore(name)
        }
        let stores = await rendezvous.resolve { index in
            shelf.named.scopeOnParameters.scope(scope)("\(index % 4)")
        }
        #expect(rendezvous.built.value == 4)
        #expect(stores.distinct == 4)
        #expect(stores.map(\.name) == (0..<32).map { "\($0 % 4)" })
    }

    @Test func `builds a graph instance once for each of 32 threads`() async {
        let shelf = Shelf()
        let made = Counter()
        let inGraph = { @Sendable in
            shelf(key: "in the graph") { MemoryLinkStore("\(made.increment())") }.graph
        }
        let isShared = await onThreads(32) { _ in
            shelf(key: "outermost") {
                let first = inGraph()()
                return inGraph()() === first
            }()
        }
        #expect(isShared == Array(repeating: true, count: 32))
        #expect(made.value == 32)
    }

    /// If the clone and the original shared storage, the thread sanitizer would report a race.
    @Test func `a clone and its original can change at the same time`() async {
        for _ in 0..<20 {
            let original = Scope.Singleton()
            let before = original.bound { Shelf().singletons }
            let clone = original.clone()
            let stores = await onThreads(2) { index in
                let scope = index == 0 ? original : clone
                return scope.bound { Shelf().changedSingletons() }
            }
            #expect(original.bound { Shelf().singletons }.identities == stores[0].identities)
            #expect(clone.bound { Shelf().singletons }.identities == stores[1].identities)
            let all = before + stores[0] + stores[1]
            #expect(all.distinct == 9)
        }
    }

    @Test func `a clone can be created while another thread changes the original`() async {
        let original = Scope.Singleton()
        let end = Counter()
        let names = await onThreads(4) { index -> Set<String> in
            if index == 0 {
                for _ in 0..<200 {
                    _ = original.bound { Shelf().changedSingletons() }
                }
                end.increment()
                return []
            }
            var names: Set<String> = []
            while end.value == 0 {
                let stores = original.clone().bound { Shelf().changedSingletons() }
                names.formUnion(stores.map(\.name))
            }
            return names
        }
        #expect(names.allSatisfy { $0.isSubset(of: ["memory", "a", "b"]) })
    }
}

/// A way to resolve an instance.
private enum Access: CaseIterable {
    case definition
    case modifier
    case defaultScope
    case parameter

    /// Registers a closure that waits for all threads.
    func prepare(_ shelf: Shelf, _ scope: Scope, _ rendezvous: Rendezvous) {
        let make = { @Sendable () -> any LinkStore in
            rendezvous.build()
            return MemoryLinkStore()
        }
        let factory = shelf.plain.register(factory: make)
        shelf.named.register { _ in make() }
        switch self {
        case .modifier:
            factory.scope(scope)
        case .defaultScope:
            shelf.manager.defaultScope = scope
        case .definition, .parameter:
            break
        }
    }

    func resolve(from shelf: Shelf, _ scope: Scope) -> any LinkStore {
        switch self {
        case .definition: shelf.plain.scope(scope)()
        case .modifier, .defaultScope: shelf.plain()
        case .parameter: shelf.named.scopeOnParameters.scope(scope)("a")
        }
    }
}

extension Scope.Singleton {
    fileprivate func bound<R>(_ body: () -> R) -> R {
        Scope.$singleton.withValue(self, operation: body)
    }
}

extension Shelf {
    fileprivate var singlePage: ParameterFactory<String, any LinkStore> {
        self { MemoryLinkStore($0) }.scopeOnParameters.singleton
    }

    fileprivate var singletons: [any LinkStore] {
        [single(), singlePage("a"), singlePage("b")]
    }

    /// Replaces the singletons of the current scope several times.
    fileprivate func changedSingletons() -> [any LinkStore] {
        for _ in 0..<20 {
            single.reset(.scope)
            singlePage.reset(.scope)
            _ = singletons
        }
        return singletons
    }
}

extension [any LinkStore] {
    fileprivate var identities: [ObjectIdentifier] {
        map(ObjectIdentifier.init)
    }
}
