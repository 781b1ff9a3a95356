import Injection
import Testing
import ThreadTesting

/// What other modules of the engine build on.
struct ConstructionTests {
    @Test func `who comes when it is over gets the outcome at once`() {
        let (built, failed) = (Construction(of: key("built")), Construction(of: key("failed")))
        built.finish(with: .success(Box("an instance")))
        failed.finish(with: .failure(StoreIsClosed()))
        #expect(words(for: built.waitOrFindCircle()) == "an instance")
        #expect(words(for: failed.waitOrFindCircle()) == "StoreIsClosed()")
    }

    @Test func `of threads that wait in a circle one learns of it and the others get what they wait for`() async {
        let names: [StaticString] = ["one", "two", "three"]
        let (started, all) = (Counter(), Locked<[Int: Construction]>([:]))
        let arrivals = await onThreads(names.count) { index in
            let own = Construction(of: key(names[index]))
            all.withLock { $0[index] = own }
            started.increment()
            started.wait(for: names.count)
            let next = all.withLock { $0 }[(index + 1) % names.count]
            let arrival = ResolutionChain.current.run(own.key, own) { next?.waitOrFindCircle() }
            own.finish(with: .success(Box("\(own.key) is there")))
            return arrival.map(words)
        }
        let outcomes = [
            ["Shelf.two → Shelf.three → Shelf.one → Shelf.two", "Shelf.three is there", "Shelf.one is there"],
            ["Shelf.two is there", "Shelf.three → Shelf.one → Shelf.two → Shelf.three", "Shelf.one is there"],
            ["Shelf.two is there", "Shelf.three is there", "Shelf.one → Shelf.two → Shelf.three → Shelf.one"],
        ]
        #expect(outcomes.contains { Set($0) == Set(arrivals) })
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
