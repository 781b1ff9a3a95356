import Injection
import InjectionTesting
import Testing
import ThreadTesting

/// Tests that the modifiers, the time to live and the closer of one factory do not affect other
/// factories.
@Suite(.container) struct NeighborTests {
    private let shelf = Shelf()

    /// The stored instances of factories that no test modifies.
    private var neighbors: [any LinkStore] {
        [shelf.cached(), shelf.held(), shelf.single(), shelf.otherSession(), shelf.page("a")]
    }

    @Test(arguments: Modification.allCases)
    fileprivate func `modifying a factory does not affect other factories`(
        _ modification: Modification
    ) async {
        // These instances stay alive, so a new instance cannot have the address of one of them.
        let before = neighbors
        let keepsNeighbors = { neighbors.elementsEqual(before) { $0 === $1 } }
        let record = Record()
        modification.apply(to: shelf.session, record)
        #expect(keepsNeighbors())
        _ = shelf.session()
        #expect(keepsNeighbors())
        shelf.session.reset()
        #expect(keepsNeighbors())
        await shelf.shutdown()
        #expect(record.lines == modification.lines)
    }

    @Test(arguments: Modification.allCases)
    fileprivate func `a reset removes all modifications of a factory except its closer`(
        _ modification: Modification
    ) async {
        let record = Record()
        modification.apply(to: shelf.session, record)
        shelf.session.reset()
        let first = shelf.session()
        #expect(shelf.session() === first)
        #expect(first.name == "memory")
        #expect(record.lines == [])
        await shelf.shutdown()
        #expect(record.lines == (modification == .closer ? ["closed"] : []))
    }
}

private enum Modification: CaseIterable {
    case decorator
    case timeToLive
    case closer
    case context
    case registration

    /// The recorded lines after a resolution, a reset and a shutdown.
    var lines: [String] {
        switch self {
        case .decorator: ["decorated"]
        case .closer: ["closed"]
        case .timeToLive, .context, .registration: []
        }
    }

    func apply(to factory: Factory<any LinkStore>, _ record: Record) {
        switch self {
        case .decorator:
            factory.decorator { _ in record.add("decorated") }
        case .timeToLive:
            factory.timeToLive(-1)
        case .closer:
            factory.onShutdown { _ in record.add("closed") }
        case .context:
            factory.onArg(presentArgument) { EmptyLinkStore() }
        case .registration:
            factory.register { EmptyLinkStore() }
        }
    }
}
