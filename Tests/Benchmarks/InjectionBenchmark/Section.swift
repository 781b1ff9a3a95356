import BenchmarkSubjects
import Injection
import InjectionRegistry
import Synchronization

/// The rows under one heading.
struct Section: Sendable {
    let title: String
    let rows: [Row]

    static let all = [floors, engine, threads]

    private static let floors = Section(
        title: "floors",
        rows: [
            Row(Row.directInit, objects: 1) { MemoryLinkStore() as any LinkStore },
            Row("static let") { Floors.linkStore },
            Row("mutex lock and unlock") { Floors.mutex.pass() },
            Row("task-local get") { Shelf.shared },
            Row("acquire load") { Floors.number.load(ordering: .acquiring) },
            Row("dictionary look-up") { Floors.numbers[ObjectIdentifier(Shelf.self)] },
            Row(Row.directGraph, objects: 31) { PlainFolder.tree(height: 5) },
        ])

    private static let engine = Section(
        title: "engine",
        rows: [
            Row("unique", .ratio(2), objects: 1) { Shelf.shared.unique() },
            Row("cached, warm", .ratio(1.25)) { Shelf.shared.cached() },
            Row("singleton, warm", .ratio(1.25)) { Shelf.shared.singleton() },
            Row("@Injected, literal path", .ratio(3), objects: 1) { Reader() },
            Row("@Injected, generic path", objects: 1) { GenericReader<Shelf>() },
            Row("graph of 31", .ratio(2), objects: 31, to: Row.directGraph) { Shelf.shared.tree() },
            Row("override", .ratio(3), objects: 1) { OverriddenShelf.shared.linkStore() },
            Row("1,000 registrations", .nanoseconds(500_000), objects: 1) {
                let container = Shelf()
                ThousandFactories.register(in: container)
                return ThousandFactories.last(of: container)()
            },
            Row("registry, shared warm", .ratio(4)) { try? ExportRegistry.registry.resolve((any LinkStore).self) },
            Row("registry, new", objects: 1) { try? ExportRegistry.registry.resolve((any Folder).self) },
        ])

    private static let threads = Section(
        title: "threads: what each keeps of the throughput of one",
        rows: Row.contended("static let") { Floors.linkStore }
            + Row.contended("singleton", keepsAsMuchAs: "static let") { Shelf.shared.singleton() })
}

extension Row {
    /// What most ratios are taken to.
    static let directInit = "direct init"
    /// The same 31 objects, without a container.
    static let directGraph = "direct graph of 31"
}
