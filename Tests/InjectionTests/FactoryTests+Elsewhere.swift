import Injection

extension Shelf {
    // The same name, type and container as in FactoryTests.swift.
    fileprivate var sameName: Factory<String> { self { "elsewhere" }.cached }

    func sameNameElsewhere() -> String { sameName() }

    func sameKeyElsewhere() -> any LinkStore {
        Factory<any LinkStore>(self, key: "common") { MemoryLinkStore("elsewhere") }.cached()
    }
}
