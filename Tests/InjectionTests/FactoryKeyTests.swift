import Injection
import Testing

/// What tells instances apart, and how circles name them.
struct FactoryKeyTests {
    @Test func `a key is written as a reader would write the factory`() {
        #expect(key("store").description == "Shelf.store")
        #expect(key("store", parameter: 1).description == "Shelf.store(1)")
        #expect(key("").description == "Shelf.Int")
        #expect(key("", parameter: "a store").description == "a store")
    }

    @Test func `a key is equal to one with the same factory and parameter, and knows them`() {
        let keys = [key("store"), key("other"), key("store", parameter: 1), key("store", parameter: 2)]
        #expect(Set(keys).count == keys.count)
        #expect(keys.last == key("store", parameter: 2))
        #expect(keys.last?.parameter == AnyHashable(2))
        #expect(keys.last?.container == Shelf.self)
    }

    @Test func `a chain tells how often it makes what is for a construction`() {
        let (construction, other) = (Construction(of: key("store")), Construction(of: key("store")))
        let chain = ResolutionChain.current
        func counts() -> [Int] { [chain.count(of: construction), chain.count(of: other)] }
        chain.run(construction.key, construction) {
            chain.run(other.key, other) {
                chain.run(construction.key, construction) { #expect(counts() == [2, 1]) }
                #expect(counts() == [1, 1])
            }
        }
        #expect(counts() == [0, 0])
    }

    private func key(_ name: StaticString, parameter: AnyHashable? = nil) -> FactoryKey {
        FactoryKey(container: Shelf.self, factory: Int.self, name: name, fileID: nil, parameter: parameter)
    }
}
