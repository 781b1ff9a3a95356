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
        let suggestion = try #require(
            message.firstMatch(of: /; use a name in upper camel case, such as '(\w+)'$/)
        )
        try NameRules.checkSpelling(String(suggestion.1))
    }

    @Test(arguments: [
        ("web-shop", "WebShop"),
        ("2nd-shop", "NdShop"),
        ("ShopTests", "Shop"),
        ("Docs", "DocsKit"),
        (String(repeating: "a", count: 60), "A" + String(repeating: "a", count: 46)),
    ])
    func `suggests a similar name`(name: String, suggestion: String) throws {
        let message = try errorMessage { try NameRules.checkSpelling(name) }
        #expect(message.hasSuffix(", such as '\(suggestion)'"), "\(message)")
    }

    @Test(.scriptedToolchain) func `suggests a name that the toolchain does not use`() async throws
    {
        let message = try await errorMessage {
            try await NameRules(nil).check("string")
        }
        #expect(message.hasSuffix(", such as 'StringKit'"))
    }

    @Test func `accepts valid names, and uses the name of the folder by default`() throws {
        for name in ["A", "Shop2", "URLShop", "Types", "A" + String(repeating: "b", count: 49)] {
            try NameRules.checkSpelling(name)
        }
        #expect(try NewWorkspace(at: "some/where/Shop/").name == "Shop")
    }
}
