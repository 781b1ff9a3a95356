import Foundation
import Scaffolding
import Testing

struct NameRulesTests {
    @Test(arguments: [
        "", "a/B", ".B", "A-B", "1B", "A B", "Ä", "shop", "Any", "Self", "Type", "Protocol", "App",
        "Docs", "Examples", "Features", "Implementation", "Modules", "Services", "Templates",
        "ShopInterface", "ShopTesting", "ShopTests", "ShopExample", "ShopProviding",
        "A" + String(repeating: "b", count: 50),
    ])
    func `refuses a spelling that is invalid for a module`(name: String) {
        #expect(throws: ScaffoldingError.self) { try NameRules.checkSpelling(name) }
    }

    @Test(arguments: [
        ("", "it is empty"),
        ("a/B", "a name must not be a path"),
        ("1B", "it begins with a digit"),
        ("A B", "it contains a space;"),
        ("A-B", "a hyphen is not allowed in the name of a module that Swift imports"),
        ("Any", "it is a Swift keyword"),
        ("Docs", "the layout of a workspace has a folder with this name"),
        ("shop", "it does not begin with a capital letter"),
        ("A" + String(repeating: "b", count: 50), "it has more than 50 characters"),
        ("ShopTests", "the suffix 'Tests' is reserved for the modules and types of a feature"),
    ])
    func `the error for an invalid spelling contains the reason and a remedy`(
        name: String,
        reason: String
    ) throws {
        let message = try errorMessage { try NameRules.checkSpelling(name) }
        #expect(message.hasPrefix("invalid name '\(name)': \(reason)"), "\(message)")
        #expect(message.hasSuffix("; choose another in upper camel case, such as 'WebPages'"))
    }

    @Test(arguments: [
        ("web-shop", "WebShop"),
        ("2nd-shop", "NdShop"),
        ("2024", "2024"),
        ("Docs", "MyDocs"),
        ("ShopTests", "ShopTests"),
        ("some/where/Shop/", "Shop"),
    ])
    func `derives the name of the app from the folder`(folder: String, name: String) throws {
        let workspace = try NewWorkspace(at: folder)
        #expect(workspace.name == name)
        #expect(workspace.hasDerivedName == !folder.contains(name))
    }

    @Test func `accepts valid names`() throws {
        for name in ["A", "Shop2", "URLShop", "Types", "A" + String(repeating: "b", count: 49)] {
            try NameRules.checkSpelling(name)
        }
    }
}
