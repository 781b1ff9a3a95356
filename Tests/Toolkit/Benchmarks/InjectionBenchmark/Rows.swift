import BenchmarkSubjects
import Foundation
import Injection
import InjectionRegistry
import Synchronization

struct Row: Sendable {
    let name: String
    let reference: String
    let goal: Goal?
    /// The number of objects that the operation creates. All other allocations are attributed to
    /// the engine.
    let objects: Int
    /// The number of other allocations that each operation makes in a release build, or `nil` if
    /// the number varies.
    var engineAllocations: Int?
    let threads: Int
    let run: @Sendable (Int) -> Void
    /// A closure that measures a batch and returns the nanoseconds per operation, or `nil` if `run`
    /// is measured.
    var sample: (@Sendable () -> Double)?
}

extension Row {
    // This function is inlined, because the loop must contain the operation itself rather than a
    // call to a closure.
    @inline(__always)
    init<T>(
        _ name: String,
        _ goal: Goal? = nil,
        objects: Int = 0,
        allocates engineAllocations: Int? = nil,
        to reference: String = Row.directInit,
        operation: @escaping @Sendable () -> T
    ) {
        self.init(
            name: name,
            reference: reference,
            goal: goal,
            objects: objects,
            engineAllocations: engineAllocations,
            threads: 1
        ) { count in
            for _ in 0..<count {
                consume(operation())
            }
        }
    }

    /// Returns a row whose closure measures a batch and returns the nanoseconds per operation.
    static func sampling(
        _ name: String,
        _ goal: Goal,
        _ sample: @escaping @Sendable () -> Double
    ) -> Row {
        Row(
            name: name,
            reference: Row.directInit,
            goal: goal,
            objects: 0,
            threads: 1,
            run: { _ in _ = sample() },
            sample: sample
        )
    }

    /// Returns rows that measure the share of single-thread throughput that each of several threads
    /// retains.
    @inline(__always)
    static func contended<T>(
        _ name: String,
        keepsAsMuchAs floor: String? = nil,
        operation: @escaping @Sendable () -> T
    ) -> [Row] {
        threadCounts.map { count in
            Row(
                name: title(name, threads: count),
                reference: title(name, threads: 1),
                goal: count == 1 ? nil : floor.map { .throughput(of: title($0, threads: count)) },
                objects: 0,
                threads: count
            ) { count in
                for _ in 0..<count {
                    consume(operation())
                }
            }
        }
    }

    // Rows with up to four threads run even on fewer processors, to test oversubscription. More
    // threads would only measure the scheduler.
    private static let threadCounts = [1, 2, 4, 8].filter {
        $0 <= max(4, ProcessInfo.processInfo.activeProcessorCount)
    }

    var others: [String] {
        if case .throughput(let floor) = goal {
            [reference, floor]
        } else {
            [reference]
        }
    }

    private static func title(_ name: String, threads: Int) -> String {
        "\(name), \(threads) thread\(threads == 1 ? "" : "s")"
    }
}

enum Goal: Sendable {
    case ratio(Double)
    case nanoseconds(Double)
    /// The throughput relative to one thread must be at least that of another row.
    case throughput(of: String)
}

struct Section: Sendable {
    let title: String
    let rows: [Row]
    static let all = [floors, engine, growth, threads]

    private static let floors = Section(
        title: "baselines",
        rows: [
            Row(Row.directInit, objects: 1) { MemoryLinkStore() as any LinkStore },
            Row("sink", .nanoseconds(2)) { 0 },
            Row("static let") { Baselines.linkStore },
            Row("mutex lock and unlock") { Baselines.mutex.withLock { _ in } },
            Row("task-local get") { Baselines.folder },
            Row("acquire load") { Baselines.number.load(ordering: .acquiring) },
            Row("dictionary lookup") { Baselines.numbers[ObjectIdentifier(Shelf.self)] },
            Row(Row.directGraph, objects: 31) { PlainFolder.tree(height: 5) },
        ]
    )

    private static let engine = Section(
        title: "engine",
        rows: [
            Row("unique", .ratio(2.5), objects: 1, allocates: 0) { Shelf.shared.unique() },
            Row("cached, warm", .ratio(3.5), allocates: 0) { Shelf.shared.cached() },
            Row("cached, task-local", allocates: 0) { [type = BoundShelf.bind()] in
                type.shared.cached()
            },
            Row("singleton, warm", .ratio(2), allocates: 0) { Shelf.shared.singleton() },
            Row("weak, warm", .ratio(6), allocates: 0) { [held = Shelf.shared.weak()] in
                (held, Shelf.shared.weak())
            },
            Row("@Injected, literal path", .ratio(2.7), objects: 1, allocates: 0) { Reader() },
            Row("@Injected, generic path", objects: 1, allocates: 2) { GenericReader<Shelf>() },
            Row("@LazyInjected, first read", .ratio(12), allocates: 3) { LazyReader().linkStore },
            Row("@LazyInjected, read", allocates: 0) { [reader = LazyReader()] in
                reader.linkStore
            },
            Row("@WeakLazyInjected, read", allocates: 0) {
                [reader = WeakReader(), held = Shelf.shared.weak()] in
                (held, reader.weak)
            },
            Row("parameter", .ratio(2.7), objects: 1, allocates: 0) { Shelf.shared.numbered(1) },
            Row("parameter, cached", .ratio(30), allocates: 1) { Shelf.shared.cachedForNumber(1) },
            Row("graph of 31", .ratio(1.7), objects: 31, allocates: 0, to: Row.directGraph) {
                Shelf.shared.tree()
            },
            Row("graph scope, a pair", .ratio(40), objects: 2, allocates: 8) {
                Shelf.shared.pair()
            },
            Row("override", .ratio(4.5), objects: 1, allocates: 0) {
                OverriddenShelf.shared.linkStore()
            },
            Row("override in a test", .ratio(30), objects: 2, allocates: 8) {
                BoundShelf.resolveOverride()
            },
            Row("1,000 registrations", .nanoseconds(500_000), objects: 1_000) {
                ManyFactories.registerAndResolve(in: Shelf())
            },
            Row.sampling("reset of 100", .nanoseconds(4_600), Reset.sample),
            Row("100 cached", allocates: 0) { [shelf = Shelf()] in
                ManyFactories.resolveHundred(in: shelf)
            },
            Row("100 cached and reset", objects: 100) { [shelf = Shelf()] in
                ManyFactories.resolveHundred(in: shelf)
                shelf.reset(options: .scope)
            },
            Row.sampling("first of a process", .nanoseconds(170_000), FirstResolution.sample),
            Row("registry, shared warm", .nanoseconds(120), allocates: 0) {
                try? ExportRegistry.registry.resolve((any LinkStore).self)
            },
            Row("registry, new", .nanoseconds(200), objects: 1, allocates: 1) {
                try? ExportRegistry.registry.resolve((any Folder).self)
            },
            Row("registry, 10,000 registrations", .nanoseconds(50_000_000), objects: 10_000) {
                ExportRegistry.register(10_000)
            },
            Row("registry, reset of 100", .nanoseconds(10_000)) {
                [registry = ExportRegistry.hundred] in
                registry.releaseSharedInstances()
            },
        ]
    )

    private static let growth = Section(
        title: "growth: warm resolutions",
        rows: [
            Row("of 1 factory") { [shelf = Shelf()] in shelf.cached() },
            Row("of 10,000 factories", .ratio(1.5), to: "of 1 factory") {
                [shelf = Shelf.resolvingTenThousand()] in shelf.cached()
            },
            Row("50 × 100 nested parameters") { [shelf = Shelf()] in
                (0..<50).map { _ in shelf.descending(100) }
            },
            Row("5,000 nested parameters", .ratio(3), to: "50 × 100 nested parameters") {
                [shelf = Shelf()] in shelf.descending(5_000)
            },
        ]
    )

    private static let threads = Section(
        title: "threads: throughput of each, relative to one thread",
        rows: Row.contended("static let") { Baselines.linkStore }
            + Row.contended("singleton", keepsAsMuchAs: "static let") { Shelf.shared.singleton() }
    )
}

/// A reset of a hundred instances, excluding the time to build them.
enum Reset {
    @Sendable static func sample() -> Double {
        let shelf = Shelf()
        let clock = ContinuousClock()
        let rounds = 20
        return (0..<rounds).reduce(0) { sum, _ in
            ManyFactories.resolveHundred(in: shelf)
            return sum + clock.measure { shelf.reset(options: .scope) } / .nanoseconds(rounds)
        }
    }
}

/// The first resolution of a process, which is measured in a separate process.
enum FirstResolution {
    static let argument = "--first-resolution"

    static func run() {
        let clock = ContinuousClock()
        // The first use of the clock must not be a part of the measurement.
        _ = clock.measure {}
        print(clock.measure { _ = Shelf.shared.cached() } / .nanoseconds(1))
    }

    @Sendable static func sample() -> Double {
        let output = try? Process.output(of: Bundle.main.executableURL, [argument])
        return output.flatMap { Double($0.trimmingCharacters(in: .newlines)) } ?? .nan
    }
}

extension Row {
    static let directInit = "direct init"
    /// The reference row of the row `graph of 31`. It creates the same 31 objects without a
    /// container.
    static let directGraph = "direct graph of 31"
}
