import Injection
import Testing

/// What other modules of the engine build on.
struct ConstructionTests {
    @Test func `who comes when it is over gets the outcome at once`() {
        let (built, failed) = (Construction(of: key("built")), Construction(of: key("failed")))
        built.finish(with: .success(Box("an instance")))
        failed.finish(with: .failure(StoreIsClosed()))
        #expect(words(for: built.waitOrFindCircle()) == "an instance")
        #expect(words(for: failed.waitOrFindCircle()) == "StoreIsClosed()")
    }

    @Test func `of two threads that wait for each other one learns the circle and the other its outcome`() async {
        let (started, all) = (Counter(), Locked<[Construction]>([]))
        let arrivals = await onThreads(2) { index in
            let own = Construction(of: key(index == 0 ? "left" : "right"))
            all.withLock { $0.append(own) }
            started.increment()
            started.wait(for: 2)
            let other = all.withLock { $0 }.first { $0 !== own }
            let arrival = ResolutionChain.current.run(own.key, own) { other?.waitOrFindCircle() }
            own.finish(with: .success(Box("\(own.key) is there")))
            return arrival.map(words)
        }
        let first = ["Shelf.right → Shelf.left → Shelf.right", "Shelf.left is there"]
        let second = ["Shelf.left → Shelf.right → Shelf.left", "Shelf.right is there"]
        #expect([Set(first), Set(second)].contains(Set(arrivals)))
    }

    private func key(_ name: StaticString) -> FactoryKey {
        FactoryKey(container: Shelf.self, factory: Int.self, name: name, fileID: nil)
    }

    private func words(for arrival: Construction.Arrival) -> String {
        switch arrival {
        case .outcome(.success(let box)): Box<String>.open(box)
        case .outcome(.failure(let error)): "\(error)"
        case .circle(let keys): keys.map(\.description).joined(separator: " → ")
        }
    }
}

private struct StoreIsClosed: Error {}
