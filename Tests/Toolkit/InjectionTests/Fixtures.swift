import Injection
import InjectionTesting
import Testing
import ThreadTesting

protocol LinkStore: AnyObject, Sendable { var name: String { get } }

final class MemoryLinkStore: LinkStore {
    let name: String
    init(_ name: String = "memory") { self.name = name }
}

final class EmptyLinkStore: LinkStore { let name = "empty" }

final class Farewell: LinkStore {
    let name = "farewell"
    private let farewell: @Sendable () -> Void
    init(_ farewell: @escaping @Sendable () -> Void) { self.farewell = farewell }
    deinit { farewell() }
}

/// A parameter that reports when it is hashed, compared or released. By default, all parameters
/// have the same hash.
final class Parameter: Hashable, Sendable {
    enum Event {
        case hash
        case comparison
        case release
    }

    private let number: Int
    private let hash: Int
    private let report: @Sendable (Event) -> Void

    init(
        _ number: Int,
        hash: Int = 0,
        report: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        self.number = number
        self.hash = hash
        self.report = report
    }

    deinit {
        report(.release)
    }

    func hash(into hasher: inout Hasher) {
        report(.hash)
        hasher.combine(hash)
    }

    static func == (left: Parameter, right: Parameter) -> Bool {
        left.report(.comparison)
        right.report(.comparison)
        return left.number == right.number
    }
}

final class BareContainer: ManagedContainer { let manager = ContainerManager() }

final class Shelf: SharedContainer {
    @TaskLocal static var shared = Shelf()
    let manager = ContainerManager()
    var plain: Factory<any LinkStore> { self { MemoryLinkStore() } }
    var unique: Factory<any LinkStore> { self { MemoryLinkStore() }.unique }
    var cached: Factory<any LinkStore> { self { MemoryLinkStore() }.cached }
    var held: Factory<any LinkStore> { self { MemoryLinkStore() }.shared }
    var single: Factory<any LinkStore> { self { MemoryLinkStore() }.singleton }
    var session: Factory<any LinkStore> { self { MemoryLinkStore() }.scope(.session) }
    var otherSession: Factory<any LinkStore> { self { MemoryLinkStore() }.scope(.otherSession) }
    var named: ParameterFactory<String, any LinkStore> { self { MemoryLinkStore($0) } }
    var cachedNamed: ParameterFactory<String, any LinkStore> { self { MemoryLinkStore($0) }.cached }
    var page: ParameterFactory<String, any LinkStore> {
        self { MemoryLinkStore($0) }.scopeOnParameters.cached
    }
    var pair: ParameterFactory<(String, Int), String> { self { "\($0) \($1)" } }
}

extension Scope {
    static let session = Cached()
    static let otherSession = Cached()

    /// The kinds of scopes that share an instance, with a new singleton scope.
    static var sharing: [Scope] { [.cached, .shared, .session, Singleton()] }
}

extension FactoryResetOptions {
    static let each: [FactoryResetOptions] = [.all, .registration, .context, .scope, .none]
}

/// A property that returns a factory with another scope.
enum ScopeProperty: CaseIterable {
    case unique
    case cached
    case shared
    case singleton

    static let storing: [ScopeProperty] = [.cached, .shared, .singleton]

    func set(on factory: Factory<any LinkStore>) -> Factory<any LinkStore> {
        switch self {
        case .unique: factory.unique
        case .cached: factory.cached
        case .shared: factory.shared
        case .singleton: factory.singleton
        }
    }
}

extension Container {
    var linkStore: Factory<any LinkStore> { self { MemoryLinkStore("live") } }
    var singleLinkStore: Factory<any LinkStore> { self { MemoryLinkStore("live") }.singleton }
}

extension SharedContainer {
    var everywhere: Factory<any LinkStore> { self { MemoryLinkStore() }.singleton }
    var everywhereNamed: ParameterFactory<String, any LinkStore> {
        self { MemoryLinkStore($0) }.singleton
    }
    var anywhere: Factory<any LinkStore> { self { MemoryLinkStore() }.cached }
}

extension Shelf {
    // This factory has the same name, type and container as a factory in FactoryTests.swift.
    fileprivate var sameName: Factory<String> { self { "elsewhere" }.cached }
    func sameNameElsewhere() -> String { sameName() }

    func sameKeyElsewhere() -> any LinkStore {
        Factory<any LinkStore>(self, key: "common") { MemoryLinkStore("elsewhere") }.cached()
    }
}

extension Factory<any LinkStore> {
    var isKept: Bool {
        let first = self()
        return first === self()
    }
}

extension Sequence<any LinkStore> { var distinct: Int { Set(map(ObjectIdentifier.init)).count } }

typealias StorePath = any KeyPath<Shelf, Factory<any LinkStore>> & Sendable

extension Trait where Self == ContainerTrait<Shelf> {
    static var shelf: Self { Self(shared: Shelf.$shared, container: Shelf()) }
}

/// An argument of every test process. By using it, tests of contexts avoid changing the context of
/// other tests.
let presentArgument = CommandLine.arguments[0]

final class ManualTime: Sendable {
    private let time = LockedValue(Duration.zero)
    var now: Duration { time.withLock { $0 } }
    func advance(by seconds: Int) { time.withLock { $0 += .seconds(seconds) } }
}

extension StaticString {
    /// Creates a string with a separate address, like a literal in another module.
    init(copying content: String) {
        // The bytes are never freed, like the bytes of a literal.
        let count = content.utf8.count + 1
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count)
        _ = unsafe bytes.initialize(from: Array(content.utf8) + [0])
        let start = UInt(bitPattern: bytes.baseAddress)
        // The compiler's layout of a literal: the start, the length and a flag for ASCII.
        let parts = (start, UInt(content.utf8.count), UInt8(2))
        self = unsafe unsafeBitCast(parts, to: StaticString.self)
    }
}

// Sendable because no thread sets its closure while another reads it.
final class AutoContainer: SharedContainer, AutoRegistering, @unchecked Sendable {
    @TaskLocal static var shared = AutoContainer()
    let manager = ContainerManager()
    let runs = Counter()
    var duringRun: (AutoContainer) -> Void = { _ in }
    var store: Factory<any LinkStore> { self { EmptyLinkStore() } }
    var other: Factory<any LinkStore> { self { EmptyLinkStore() } }
    var single: Factory<any LinkStore> { self { EmptyLinkStore() }.singleton }
    var number: AsyncFactory<Int> { self { 1 } }

    func autoRegister() {
        let run = runs.increment()
        duringRun(self)
        store.register { MemoryLinkStore("automatic \(run)") }
        single.register { MemoryLinkStore("automatic \(run)") }
        number.register { 2 }
    }
}

final class Catalogue: SharedContainer, AutoRegistering, Resolving {
    @TaskLocal static var shared = Catalogue()
    let manager = ContainerManager()
    func autoRegister() {
        register(String.self) { "automatic" }
    }
}

// Sendable because no thread sets its properties while another reads them.
final class ThreadsOwner: @unchecked Sendable {
    @LazyInjected(\Shelf.plain) var lazy
    @WeakLazyInjected(\Shelf.plain) var weak
    @LazyInjected(\Shelf.held) var held
}
