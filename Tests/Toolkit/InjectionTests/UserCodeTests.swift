import Foundation
import Injection
import Synchronization
import Testing
import ThreadTesting

/// Tests that user code never runs under a lock, so that it can use the container that calls or
/// releases it.
@Suite(.timeLimit(.minutes(5))) struct UserCodeTests {
    @Test(arguments: Call.all, StoringScope.allCases)
    fileprivate func `a closure, a hash function or a comparison can resolve factories`(
        _ call: Call,
        scope: StoringScope
    ) {
        let uses = onThread { () -> Set<String> in
            let library = Library(scope)
            call.run(library)
            return Set(library.uses.lines)
        }
        // The scope `shared` releases the instance at the end of the call. The release may record
        // "instance".
        #expect(uses?.subtracting(["instance"]) == ["called"])
    }

    @Test(arguments: Release.all, StoringScope.allCases.filter { $0 != .shared })
    fileprivate func `a deinitializer can resolve factories when a container removes the object`(
        _ release: Release,
        scope: StoringScope
    ) {
        let library = Library(scope)
        let before = Record()
        let uses = onThread { () -> Set<String> in
            release.prepare(library)
            library.stock()
            library.uses.lines.forEach(before.add)
            release.run(library)
            return Set(library.uses.lines)
        }
        #expect(before.lines == [])
        #expect(uses == release.released(in: scope))
    }

    @Test(arguments: Replacement.all)
    fileprivate func `a deinitializer can resolve factories when another value replaces the object`(
        _ replacement: Replacement
    ) {
        let library = Library(.cached)
        let before = Record()
        let uses = onThread {
            replacement.install(library, library.farewell("released"))
            library.uses.lines.forEach(before.add)
            replacement.replace(library)
            return library.uses.lines
        }
        #expect(before.lines == [])
        #expect(uses == ["released"])
    }

    @Test(arguments: StoringScope.allCases)
    fileprivate func `a deinitializer can resolve factories at the end of a graph`(
        _ scope: StoringScope
    ) {
        let library = Library(scope)
        let uses = onThread {
            for outermost in [library.plain, library.item] {
                outermost.register {
                    _ = library.inGraph()
                    return MemoryLinkStore()
                }
                outermost.decorator { _ in
                    _ = library.inGraph()
                }
                _ = outermost()
            }
            return library.uses.lines
        }
        // Each closure and each decorator has its own graph.
        #expect(uses == ["graph", "graph", "graph", "graph"])
    }

    @Test(arguments: StoringScope.allCases)
    fileprivate func `a comparison can add an instance whose parameter has the same hash`(
        _ scope: StoringScope
    ) {
        let library = Library(scope)
        let comparisons = Counter()
        let pages = onThread { () -> [Farewell] in
            let added = Mutex<Farewell?>(nil)
            let first = library.pages(Parameter(1))
            let second = library.pages(
                Parameter(2) { event in
                    if event == .comparison, comparisons.increment() == 1 {
                        let page = library.pages(Parameter(3))
                        added.withLock { $0 = page }
                    }
                }
            )
            let third = added.withLock { $0 } ?? first
            let again = (1...3).map { library.pages(Parameter($0)) }
            return [first, second, third] + again
        }
        #expect(pages.map { Set($0[...2].map(ObjectIdentifier.init)).count } == 3)
        for index in 0..<3 {
            #expect(pages?[index] === pages?[index + 3])
        }
    }

    @Test(arguments: StoringScope.allCases)
    fileprivate func `a comparison can remove the instances whose parameters it compares`(
        _ scope: StoringScope
    ) {
        let library = Library(scope)
        let comparisons = Counter()
        let pages = onThread { () -> [Farewell] in
            let first = library.pages(Parameter(1))
            let second = library.pages(
                Parameter(1) { event in
                    if event == .comparison, comparisons.increment() == 1 {
                        library.pages.reset(.scope)
                    }
                }
            )
            return [first, second, library.pages(Parameter(1))]
        }
        #expect(pages?[0] !== pages?[1])
        #expect(pages?[1] === pages?[2])
    }

    @Test func `autoRegister() can resolve factories of each scope`() {
        let container = AutoContainer()
        let names = Record()
        container.duringRun = { container in
            for scope in [Scope.unique, .cached, .shared, .graph, .session, .singleton] {
                let first = container.store.scope(scope)()
                container.other.scope(scope).register { MemoryLinkStore("registered") }
                names.add(first.name + " " + container.other.scope(scope)().name)
            }
        }
        let name = onThread { container.single().name }
        #expect(name == "automatic 1")
        #expect(names.lines.count == 6)
        #expect(Set(names.lines) == ["empty registered"])
    }
}

/// Tests that user code can read a lazy wrapper while the instance of the wrapper is built,
/// replaced or released.
@Suite(.timeLimit(.minutes(5))) struct LazyUserCodeTests {
    private let library = Library(.cached)
    private let names = Record()

    @Test
    func `a deinitializer can read the wrapper that releases the object by resolving again`() {
        let isFinished = useOwner { [library, names] owner in
            library.lazyItem.register {
                Farewell { [unowned owner] in
                    names.add(owner.item.name)
                }
            }
            _ = owner.item
            library.lazyItem.register { MemoryLinkStore("second") }
            owner.resolveAgain()
        }
        #expect(isFinished)
        #expect(names.lines == ["second"])
    }

    @Test func `a deinitializer can resolve factories when an assignment releases the object`() {
        let isFinished = useOwner { [library, names] owner in
            library.lazyItem.register { library.farewell("released") }
            _ = owner.item
            library.lazyItem.reset()
            owner.item = MemoryLinkStore("second")
            names.add(owner.item.name)
        }
        #expect(isFinished)
        #expect(names.lines == ["second"])
        #expect(library.uses.lines == ["released"])
    }

    @Test func `a deinitializer can read a weak wrapper of its object`() {
        let isFinished = useOwner { [library, names] owner in
            library.lazyItem.register {
                Farewell { [unowned owner] in
                    names.add(owner.weakItem?.name ?? "none")
                }
            }
            _ = owner.weakItem
            library.lazyItem.reset(.scope)
        }
        #expect(isFinished)
        #expect(names.lines == ["none"])
    }

    private func useOwner(_ body: @escaping @Sendable (LazyOwner) -> Void) -> Bool {
        let library = library
        let result: Void? = onThread {
            Library.$shared.withValue(library) {
                body(LazyOwner())
            }
        }
        return result != nil
    }
}

/// Runs the body on a thread with separate singletons. Returns `nil` if the body does not end
/// within ten seconds.
///
/// A deadlock blocks only that thread, not the test.
private func onThread<R: Sendable>(_ body: @escaping @Sendable () -> R) -> R? {
    let ended = Counter()
    let result = Mutex<R?>(nil)
    let thread = Thread {
        let value = Scope.$singleton.withValue(Scope.Singleton(), operation: body)
        result.withLock { $0 = value }
        ended.increment()
    }
    thread.start()
    ended.wait(for: 1)
    return result.withLock { $0 }
}

private enum StoringScope: CaseIterable {
    case cached
    case custom
    case shared
    case singleton
    case customSingleton

    var isSingleton: Bool {
        self == .singleton || self == .customSingleton
    }
}

/// A container that is used by its own factories, instances and parameters.
private final class Library: SharedContainer {
    @TaskLocal static var shared = Library(.cached)
    let manager = ContainerManager()
    let uses = Record()
    let time = ManualTime()
    let singletons = Scope.Singleton()
    private let scope: StoringScope
    private let isInUse = Atomic(false)

    init(_ scope: StoringScope) {
        self.scope = scope
    }

    var plain: Factory<any LinkStore> { self { MemoryLinkStore() } }
    var item: Factory<any LinkStore> { stored(self { MemoryLinkStore() }) }
    var lazyItem: Factory<any LinkStore> { self { MemoryLinkStore() }.cached }
    var inGraph: Factory<any LinkStore> { self { self.farewell("graph") }.graph }
    var pages: ParameterFactory<Parameter, Farewell> {
        stored(self { _ in self.farewell("instance") }.scopeOnParameters)
    }

    var used: Factory<any LinkStore> { self { MemoryLinkStore() }.cached }
    var usedHeld: Factory<any LinkStore> { self { MemoryLinkStore() }.shared }
    var usedSingle: Factory<any LinkStore> { self { MemoryLinkStore() }.singleton }
    var usedPage: ParameterFactory<String, any LinkStore> {
        self { MemoryLinkStore($0) }.scopeOnParameters.cached
    }

    func stored<F: FactoryModifying>(_ factory: F) -> F {
        switch scope {
        case .cached: factory.cached
        case .custom: factory.scope(.session)
        case .shared: factory.shared
        case .singleton: factory.singleton
        case .customSingleton: factory.scope(singletons)
        }
    }

    func resetScope() {
        switch scope {
        case .cached: manager.reset(scope: .cached)
        case .custom: manager.reset(scope: .session)
        case .shared: manager.reset(scope: .shared)
        case .singleton: Scope.singleton.reset()
        case .customSingleton: singletons.reset()
        }
    }

    /// Resolves from this container, and records the name and whether a result is wrong. Does
    /// nothing while another call is running.
    func use(_ name: String) {
        if isInUse.exchange(true, ordering: .relaxed) {
            return
        }
        let held = usedHeld()
        let isRight = used.isKept && usedSingle.isKept && usedHeld() === held
        let page = usedPage(name)
        uses.add(isRight && page === usedPage(name) ? name : "wrong answer: \(name)")
        _ = plain.register { MemoryLinkStore() }
        isInUse.store(false, ordering: .relaxed)
    }

    func expect(_ isRight: Bool) {
        if !isRight {
            uses.add("wrong answer")
        }
    }

    /// Returns an object whose release uses this container.
    func farewell(_ name: String) -> Farewell {
        Farewell { [weak self] in
            self?.use(name)
        }
    }

    /// Adds an instance, a parameter and closures to `pages`. The release of any of them uses this
    /// container.
    func stock() {
        register(farewell("registration"))
        addContext(farewell("context"))
        decorate(farewell("decorator"))
        pages.timeToLive(10)
        _ = pages(
            Parameter(1) { [weak self] event in
                if event == .release {
                    self?.use("parameter")
                }
            }
        )
    }

    private func register(_ held: Farewell) {
        pages.register { [unowned self] _ in
            withExtendedLifetime(held) {}
            return farewell("instance")
        }
    }

    private func addContext(_ held: Farewell) {
        pages.onPreview { _ in held }
    }

    private func decorate(_ held: Farewell) {
        pages.decorator { _ in
            withExtendedLifetime(held) {}
        }
    }
}

/// A resolution that calls user code.
private struct Call: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (Library) -> Void

    init(_ name: String, run: @escaping @Sendable (Library) -> Void) {
        testDescription = name
        self.run = run
    }

    static let all: [Call] = [
        Call("hash") { library in
            let page = library.pages(
                Parameter(1) { event in
                    if event == .hash {
                        library.use("called")
                    }
                }
            )
            library.expect(library.pages(Parameter(1)) === page)
        },
        Call("comparison") { library in
            let page = library.pages(Parameter(1))
            let same = library.pages(
                Parameter(1) { event in
                    if event == .comparison {
                        library.use("called")
                    }
                }
            )
            library.expect(page === same)
        },
        Call("definition") { library in
            let factory = Factory<any LinkStore>(library, key: "definition") {
                library.use("called")
                return MemoryLinkStore()
            }
            _ = library.stored(factory)()
        },
        Call("registered closure") { library in
            library.item.register {
                library.use("called")
                return MemoryLinkStore()
            }
            _ = library.item()
        },
        Call("closure for a context") { library in
            library.item.onArg(presentArgument) {
                library.use("called")
                return MemoryLinkStore()
            }
            _ = library.item()
        },
        Call("decorator of a factory") { library in
            library.item.decorator { _ in library.use("called") }
            _ = library.item()
            _ = library.item()
        },
        Call("decorator of a container") { library in
            library.decorator { _ in library.use("called") }
            _ = library.item()
            _ = library.item()
        },
        Call("decorator that replaces itself") { library in
            library.decorator { _ in
                library.decorator(nil)
                library.use("called")
            }
            _ = library.item()
        },
        Call("clock") { library in
            library.manager.now = {
                library.use("called")
                return .zero
            }
            library.item.timeToLive(1)
            _ = library.item()
            _ = library.item()
        },
        Call("logger") { library in
            library.manager.logger = { _ in library.use("called") }
            library.manager.trace = true
            _ = library.item()
            library.manager.trace = false
        },
    ]
}

/// A change that releases an instance, a parameter or a closure of `Library.pages`.
private struct Release: Sendable, CustomTestStringConvertible {
    let testDescription: String
    private let released: Set<String>
    /// Whether the change does not affect the content of a singleton scope.
    private let keepsSingletons: Bool
    let prepare: @Sendable (Library) -> Void
    let run: @Sendable (Library) -> Void

    init(
        _ name: String,
        _ released: Set<String>,
        keepsSingletons: Bool = false,
        prepare: @escaping @Sendable (Library) -> Void = { _ in },
        run: @escaping @Sendable (Library) -> Void
    ) {
        testDescription = name
        self.released = released
        self.keepsSingletons = keepsSingletons
        self.prepare = prepare
        self.run = run
    }

    func released(in scope: StoringScope) -> Set<String> {
        scope.isSingleton && keepsSingletons ? released.subtracting(Self.instance) : released
    }

    private static let instance: Set = ["instance", "parameter"]
    private static let everything = instance.union(["registration", "context", "decorator"])

    static let all: [Release] = [
        Release("reset of the scope", instance) { $0.resetScope() },
        Release("reset of the container", everything, keepsSingletons: true) { $0.reset() },
        Release("reset of the registrations", ["registration"]) {
            $0.reset(options: .registration)
        },
        Release("reset of the contexts", ["context"]) { $0.reset(options: .context) },
        Release("reset of the instances", instance, keepsSingletons: true) {
            $0.reset(options: .scope)
        },
        Release("reset of nothing", []) { $0.reset(options: .none) },
        Release("reset of the factory", everything) { $0.pages.reset() },
        Release("reset of the factory's registration", ["registration"]) {
            $0.pages.reset(.registration)
        },
        Release("reset of the factory's contexts", ["context"]) { $0.pages.reset(.context) },
        Release("reset of the factory's instances", instance) { $0.pages.reset(.scope) },
        Release("registration", instance.union(["registration"])) { library in
            library.pages.register { _ in Farewell {} }
        },
        Release("pop", everything, keepsSingletons: true) {
            $0.manager.push()
        } run: {
            $0.manager.pop()
        },
        Release("pop to a state that knows the factory", everything, keepsSingletons: true) {
            $0.pages.reset()
            $0.manager.push()
        } run: {
            $0.manager.pop()
        },
        // The new instance has the same parameter, so the parameter is not released.
        Release("resolution in another scope", ["instance"], keepsSingletons: true) {
            _ = $0.pages.scope(.otherSession)(Parameter(1))
        },
        Release("resolution after the time to live", ["instance"]) {
            $0.manager.now = { [time = $0.time] in time.now }
        } run: {
            $0.time.advance(by: 11)
            _ = $0.pages(Parameter(1))
        },
    ]
}

/// A change that replaces an object that the container holds.
private struct Replacement: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let install: @Sendable (Library, Farewell) -> Void
    let replace: @Sendable (Library) -> Void

    init(
        _ name: String,
        install: @escaping @Sendable (Library, Farewell) -> Void,
        replace: @escaping @Sendable (Library) -> Void
    ) {
        testDescription = name
        self.install = install
        self.replace = replace
    }

    static let all: [Replacement] = closures + settings + scopes

    private static let closures: [Replacement] = [
        Replacement("registered closure") { library, held in
            library.item.register { held }
        } replace: { library in
            library.item.register { MemoryLinkStore() }
        },
        Replacement("closure for a context") { library, held in
            library.item.onPreview { held }
        } replace: { library in
            library.item.onPreview { MemoryLinkStore() }
        },
        Replacement("decorator of a factory") { library, held in
            library.item.decorator { _ in
                withExtendedLifetime(held) {}
            }
        } replace: { library in
            library.item.decorator { _ in }
        },
        Replacement("closer") { library, held in
            library.item.onShutdown { _ in
                withExtendedLifetime(held) {}
            }
        } replace: { library in
            library.item.onShutdown { _ in }
        },
    ]

    private static let settings: [Replacement] = [
        Replacement("decorator of a container") { library, held in
            library.decorator { _ in
                withExtendedLifetime(held) {}
            }
        } replace: { library in
            library.decorator(nil)
        },
        Replacement("logger") { library, held in
            library.manager.logger = { _ in
                withExtendedLifetime(held) {}
            }
        } replace: { library in
            library.manager.logger = { _ in }
        },
        Replacement("clock") { library, held in
            library.manager.now = {
                withExtendedLifetime(held) {}
                return .zero
            }
        } replace: { library in
            library.manager.now = { .zero }
        },
        Replacement("default scope") { library, held in
            library.manager.defaultScope = Scope.Singleton()
            _ = library.kept(held)()
        } replace: { library in
            library.manager.defaultScope = nil
        },
        Replacement("default scope after a push") { library, held in
            library.manager.push()
            library.manager.defaultScope = Scope.Singleton()
            _ = library.kept(held)()
        } replace: { library in
            library.manager.pop()
        },
    ]

    /// Changes that make the container drop its last reference to a singleton scope, which releases
    /// the scope and its instances.
    private static let scopes: [Replacement] = [
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
        replace: @escaping @Sendable (Library) -> Void
    ) -> Replacement {
        Replacement(name) { library, held in
            _ = library.kept(held).scope(Scope.Singleton())()
        } replace: { library in
            replace(library)
        }
    }
}

extension Library {
    fileprivate func kept(_ held: Farewell?) -> Factory<Farewell?> {
        Factory(self, key: "kept") { held }
    }
}

/// An object whose lazy properties are read by a factory or a deinitializer.
// Sendable because only one thread uses it.
private final class LazyOwner: @unchecked Sendable {
    @LazyInjected(\Library.lazyItem) var item
    @WeakLazyInjected(\Library.lazyItem) var weakItem

    func resolveAgain() {
        $item.resolve()
        $weakItem.resolve()
    }
}
