import Injection
import Testing
import ThreadTesting

/// Tests that user code never runs under a lock, so that it can use the container that calls or
/// releases it.
@Suite(.deadlockLimit) struct UserCodeTests {
    @Test(arguments: Change.all, StoringScope.allCases)
    fileprivate func `user code that a change calls or releases can resolve factories`(
        _ change: Change,
        scope: StoringScope
    ) {
        let container = BusyContainer(scope)
        let before = Record()
        let uses = withSingletons { () -> Set<String> in
            change.prepare(container)
            container.uses.lines.forEach(before.add)
            change.run(container)
            return Set(container.uses.lines)
        }
        #expect(before.lines == [])
        #expect(uses == change.uses(in: scope))
    }

    @Test(arguments: StoringScope.allCases)
    func `a deinitializer can resolve factories at the end of a graph`(
        _ scope: StoringScope
    ) {
        let container = BusyContainer(scope)
        let uses = withSingletons {
            for outermost in [container.plain, container.item] {
                outermost.register {
                    _ = container.inGraph()
                    return MemoryLinkStore()
                }
                outermost.decorator { _ in
                    _ = container.inGraph()
                }
                _ = outermost()
            }
            return container.uses.lines
        }
        // Each closure and each decorator has its own graph.
        #expect(uses == ["graph", "graph", "graph", "graph"])
    }

    @Test(arguments: StoringScope.allCases)
    func `a comparison can add an instance whose parameter has the same hash`(
        _ scope: StoringScope
    ) throws {
        let container = BusyContainer(scope)
        let comparisons = Counter()
        let result = withSingletons { () -> [Farewell] in
            let added = LockedValue<Farewell?>(nil)
            let first = container.pages(Parameter(1))
            let second = container.pages(
                Parameter(2) { event in
                    if event == .comparison, comparisons.increment() == 1 {
                        let page = container.pages(Parameter(3))
                        added.withLock { $0 = page }
                    }
                }
            )
            let third = added.withLock { $0 } ?? first
            let again = (1...3).map { container.pages(Parameter($0)) }
            return [first, second, third] + again
        }
        let pages = try #require(result)
        #expect(Set(pages[...2].map(ObjectIdentifier.init)).count == 3)
        for index in 0..<3 {
            #expect(pages[index] === pages[index + 3])
        }
    }

    @Test(arguments: StoringScope.allCases)
    func `a comparison can remove the instances whose parameters it compares`(
        _ scope: StoringScope
    ) {
        let container = BusyContainer(scope)
        let comparisons = Counter()
        let pages = withSingletons { () -> [Farewell] in
            let first = container.pages(Parameter(1))
            let second = container.pages(
                Parameter(1) { event in
                    if event == .comparison, comparisons.increment() == 1 {
                        container.pages.reset(.scope)
                    }
                }
            )
            return [first, second, container.pages(Parameter(1))]
        }
        #expect(pages?[0] !== pages?[2])
    }
}

/// A change that calls user code, or that releases objects whose deinitializers are user code.
private struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let uses: Set<String>
    /// Whether the change does not affect the content of a singleton scope.
    var keepsSingletons = false
    var prepare: @Sendable (BusyContainer) -> Void = { _ in }
    let run: @Sendable (BusyContainer) -> Void

    func uses(in scope: StoringScope) -> Set<String> {
        scope.isSingleton && keepsSingletons ? uses.subtracting(Self.instance) : uses
    }

    static let all = calls + releases + closures + settings + scopes
}

/// Resolutions that call user code.
extension Change {
    private static func call(
        _ name: String,
        run: @escaping @Sendable (BusyContainer) -> Void
    ) -> Change {
        Change(testDescription: name, uses: ["called"], run: run)
    }

    private static let calls = [
        call("hash") { container in
            let page = container.pages(
                Parameter(1) { event in
                    if event == .hash {
                        container.use("called")
                    }
                }
            )
            container.expect(container.pages(Parameter(1)) === page)
        },
        call("comparison") { container in
            let page = container.pages(Parameter(1))
            let same = container.pages(
                Parameter(1) { event in
                    if event == .comparison {
                        container.use("called")
                    }
                }
            )
            container.expect(page === same)
        },
        call("definition") { container in
            let factory = Factory<any LinkStore>(container, key: "definition") {
                container.use("called")
                return MemoryLinkStore()
            }
            _ = container.stored(factory)()
        },
        call("registered closure") { container in
            container.item.register {
                container.use("called")
                return MemoryLinkStore()
            }
            _ = container.item()
        },
        call("closure for a context") { container in
            container.item.onArg(presentArgument) {
                container.use("called")
                return MemoryLinkStore()
            }
            _ = container.item()
        },
        call("decorator of a factory") { container in
            container.item.decorator { _ in container.use("called") }
            _ = container.item()
            _ = container.item()
        },
        call("decorator of a container") { container in
            container.decorator { _ in container.use("called") }
            _ = container.item()
            _ = container.item()
        },
        call("decorator that replaces itself") { container in
            container.decorator { _ in
                container.decorator(nil)
                container.use("called")
            }
            _ = container.item()
        },
        call("clock") { container in
            container.manager.now = {
                container.use("called")
                return .zero
            }
            container.item.timeToLive(1)
            _ = container.item()
            _ = container.item()
        },
        call("logger") { container in
            container.manager.logger = { _ in container.use("called") }
            container.manager.trace = true
            _ = container.item()
            container.manager.trace = false
        },
    ]
}

/// Changes that release an instance, a parameter or a closure of `BusyContainer.pages`.
extension Change {
    private static let instance: Set = ["instance", "parameter"]
    private static let everything = instance.union(["registration", "context", "decorator"])

    private static func release(
        _ name: String,
        _ uses: Set<String>,
        keepsSingletons: Bool = false,
        prepare: @escaping @Sendable (BusyContainer) -> Void = { _ in },
        run: @escaping @Sendable (BusyContainer) -> Void
    ) -> Change {
        Change(testDescription: name, uses: uses, keepsSingletons: keepsSingletons) {
            prepare($0)
            $0.stock()
        } run: {
            run($0)
        }
    }

    private static let releases = [
        release("reset of the scope", instance) { $0.resetScope() },
        release("reset of the container", everything, keepsSingletons: true) { $0.reset() },
        release("reset of the registrations", ["registration"]) {
            $0.reset(options: .registration)
        },
        release("reset of the contexts", ["context"]) { $0.reset(options: .context) },
        release("reset of the instances", instance, keepsSingletons: true) {
            $0.reset(options: .scope)
        },
        release("reset of nothing", []) { $0.reset(options: .none) },
        release("reset of the factory", everything) { $0.pages.reset() },
        release("reset of the factory's registration", ["registration"]) {
            $0.pages.reset(.registration)
        },
        release("reset of the factory's contexts", ["context"]) { $0.pages.reset(.context) },
        release("reset of the factory's instances", instance) { $0.pages.reset(.scope) },
        release("registration", instance.union(["registration"])) { container in
            container.pages.register { _ in Farewell {} }
        },
        release("pop", everything, keepsSingletons: true) {
            $0.manager.push()
        } run: {
            $0.manager.pop()
        },
        release("pop to a state that knows the factory", everything, keepsSingletons: true) {
            $0.pages.reset()
            $0.manager.push()
        } run: {
            $0.manager.pop()
        },
        // The new instance has the same parameter, so the parameter is not released.
        release("resolution in another scope", ["instance"], keepsSingletons: true) {
            _ = $0.pages.scope(.otherSession)(Parameter(1))
        },
        release("resolution after the time to live", ["instance"]) {
            $0.manager.now = { [time = $0.time] in time.now }
        } run: {
            $0.time.advance(by: 11)
            _ = $0.pages(Parameter(1))
        },
    ]
}

/// Changes that replace an object that the container holds.
extension Change {
    private static func replacement(
        _ name: String,
        install: @escaping @Sendable (BusyContainer, Farewell) -> Void,
        replace: @escaping @Sendable (BusyContainer) -> Void
    ) -> Change {
        Change(testDescription: name, uses: ["released"]) {
            install($0, $0.farewell("released"))
        } run: {
            replace($0)
        }
    }

    private static let closures = [
        replacement("registered closure") { container, held in
            container.item.register { held }
        } replace: { container in
            container.item.register { MemoryLinkStore() }
        },
        replacement("closure for a context") { container, held in
            container.item.onPreview { held }
        } replace: { container in
            container.item.onPreview { MemoryLinkStore() }
        },
        replacement("decorator of a factory") { container, held in
            container.item.decorator { _ in
                withExtendedLifetime(held) {}
            }
        } replace: { container in
            container.item.decorator { _ in }
        },
        replacement("closer") { container, held in
            container.item.onShutdown { _ in
                withExtendedLifetime(held) {}
            }
        } replace: { container in
            container.item.onShutdown { _ in }
        },
    ]

    private static let settings = [
        replacement("decorator of a container") { container, held in
            container.decorator { _ in
                withExtendedLifetime(held) {}
            }
        } replace: { container in
            container.decorator(nil)
        },
        replacement("logger") { container, held in
            container.manager.logger = { _ in
                withExtendedLifetime(held) {}
            }
        } replace: { container in
            container.manager.logger = { _ in }
        },
        replacement("clock") { container, held in
            container.manager.now = {
                withExtendedLifetime(held) {}
                return .zero
            }
        } replace: { container in
            container.manager.now = { .zero }
        },
        replacement("default scope") { container, held in
            container.manager.defaultScope = Scope.Singleton()
            _ = container.kept(held)()
        } replace: { container in
            container.manager.defaultScope = nil
        },
        replacement("default scope after a push") { container, held in
            container.manager.push()
            container.manager.defaultScope = Scope.Singleton()
            _ = container.kept(held)()
        } replace: { container in
            container.manager.pop()
        },
    ]

    /// Changes that make the container drop its last reference to a singleton scope, which releases
    /// the scope and its instances.
    private static let scopes = [
        scope("set scope") { $0.kept(nil).scope(.session) },
        scope("scope of a resolved factory") { _ = $0.kept(nil).cached() },
        scope("scope of a registration") { $0.kept(nil).cached.register { nil } },
        scope("scope of a new registration") { _ = $0.kept(nil).register { nil }.cached },
        scope("scope before once()") { _ = $0.kept(nil).cached.once() },
        scope("reset of the factory") { $0.kept(nil).reset() },
        scope("reset of the container") { $0.reset() },
    ]

    private static func scope(
        _ name: String,
        replace: @escaping @Sendable (BusyContainer) -> Void
    ) -> Change {
        replacement(name) { container, held in
            _ = container.kept(held).scope(Scope.Singleton())()
        } replace: {
            replace($0)
        }
    }
}

extension BusyContainer {
    fileprivate func kept(_ held: Farewell?) -> Factory<Farewell?> {
        Factory(self, key: "kept") { held }
    }
}
