import Injection
import ThreadTesting

/// A scope that stores instances strongly.
enum StoringScope: CaseIterable {
    case cached
    case custom
    case singleton
    case customSingleton

    var isSingleton: Bool {
        self == .singleton || self == .customSingleton
    }
}

/// Runs the body on another thread, with separate singletons. Returns `nil` if the body does not
/// end within ten seconds.
func withSingletons<R: Sendable>(_ body: @escaping @Sendable () -> R) -> R? {
    onThread { Scope.$singleton.withValue(Scope.Singleton(), operation: body) }
}

/// A container that is used by its own factories, instances and parameters.
final class BusyContainer: SharedContainer {
    @TaskLocal static var shared = BusyContainer(.cached)
    let manager = ContainerManager()
    let uses = Record()
    let time = ManualTime()
    let singletons = Scope.Singleton()
    private let scope: StoringScope
    @TaskLocal private static var isInUse = false

    init(_ scope: StoringScope) {
        self.scope = scope
    }

    var plain: Factory<any LinkStore> { self { MemoryLinkStore() } }
    var item: Factory<any LinkStore> { stored(self { MemoryLinkStore() }) }
    var lazyItem: Factory<any LinkStore> { self { MemoryLinkStore() }.cached }
    var inGraph: Factory<any LinkStore> { self { self.farewell("graph") }.graph }
    var later: AsyncFactory<Farewell> { self { self.farewell("instance") }.cached }
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
        case .singleton: factory.singleton
        case .customSingleton: factory.scope(singletons)
        }
    }

    func resetScope() {
        switch scope {
        case .cached: manager.reset(scope: .cached)
        case .custom: manager.reset(scope: .session)
        case .singleton: Scope.singleton.reset()
        case .customSingleton: singletons.reset()
        }
    }

    /// Resolves from this container, and records the name and whether a result is wrong. Does
    /// nothing if it is called recursively.
    func use(_ name: String) {
        if Self.isInUse {
            return
        }
        Self.$isInUse.withValue(true) {
            let held = usedHeld()
            let page = usedPage(name)
            let isRight = used.isKept && usedSingle.isKept && usedHeld() === held
            uses.add(isRight && page === usedPage(name) ? name : "wrong answer: \(name)")
            _ = plain.register { MemoryLinkStore() }
        }
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
        let registration = farewell("registration")
        let context = farewell("context")
        let decorator = farewell("decorator")
        pages.register { [unowned self] _ in
            withExtendedLifetime(registration) {}
            return farewell("instance")
        }
        .onPreview { _ in context }
        .decorator { _ in
            withExtendedLifetime(decorator) {}
        }
        .timeToLive(10)
        _ = pages(
            Parameter(1) { [weak self] event in
                if event == .release {
                    self?.use("parameter")
                }
            }
        )
    }
}
