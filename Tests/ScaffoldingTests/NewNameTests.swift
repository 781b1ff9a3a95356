import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// Which names new workspaces may have.
struct NewNameTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [
        "", "1Shop", "my-shop", "shop", "Web Shop", "Ümlaut", "Any", "../Shop", "Core", "bulkhead", "BootStrap",
        "Injection", "Notes", "Foundation", "String", "Container", "Files", "Settings", "ShopTests",
    ])
    func `a name that would not do is refused, and nothing is left`(name: String) async throws {
        let error = await #expect(throws: ScaffoldingError.self) {
            _ = try await NewWorkspace(at: folder.path("place"), name: name).make()
        }
        guard case .badName? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test(arguments: [
        "", "a/B", ".B", "A-B", "1B", "A B", "Ä", "shop", "Any", "Self", "Type", "Protocol", "App", "Docs", "Examples",
        "Features", "Implementation", "Modules", "Services", "Templates", "ShopInterface", "ShopTesting", "ShopTests",
        "ShopExample", "ShopProviding", "A" + String(repeating: "b", count: 50),
    ])
    func `a name that no module may have is refused by its spelling`(name: String) {
        #expect(throws: ScaffoldingError.self) { try NameRules.checkSpelling(name) }
    }

    @Test(arguments: ["Shop", "A", "Shop2", "URLShop", "Types", "A" + String(repeating: "b", count: 49)])
    func `a name that Swift can import is accepted by its spelling`(name: String) {
        #expect(throws: Never.self) { try NameRules.checkSpelling(name) }
    }

    @Test(arguments: ["a\"b", "a\\b", "100%", "a\tb", "a\nb/Shop"])
    func `a place in which Swift cannot build is refused`(place: String) {
        let error = #expect(throws: ScaffoldingError.self) { try NewWorkspace(at: folder.path(place), name: "Shop") }
        guard case .badName(folder.path(place), _, "choose another place")? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `without a name it is that of the folder, and one is suggested where that will not do`() throws {
        #expect(try NewWorkspace(at: "some/where/Shop/").name == "Shop")
        let error = #expect(throws: ScaffoldingError.self) { try NewWorkspace(at: "some/web-shop 2") }
        guard case .badName("web-shop 2", _, let remedy)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(remedy == "choose another with --name, such as 'WebShop2'")
    }

    @Test func `a package around the place is noticed`() throws {
        try folder.write("", to: "Package.swift")
        #expect(try NewWorkspace(at: folder.path("a/Shop")).surroundingPackage == folder.url.path)
        #expect(try NewWorkspace(at: "/Shop").surroundingPackage == nil)
    }
}
