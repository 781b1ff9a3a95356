import Testing

/// Checks that a test uses each contract.
struct ContractTests {
    @Test func `tests check every contract`() throws {
        let contracts = try Page.files(ending: ["swift"])
            .filter { $0.hasPrefix("Modules/") && !$0.contains("/Templates/") }
            .flatMap { try Page($0).lines }
            .compactMap { $0.firstMatch(of: /struct (\w+Contract):.* CaseIterable/)?.1 }
        let tests = try Page.files(ending: ["swift"])
            .filter { $0.hasPrefix("Tests/") }
            .flatMap { try Page($0).lines }
        #expect(contracts.count >= 8)
        for contract in contracts {
            let uses = tests.count { $0.hasSuffix("(arguments: \(contract).allCases)") }
            #expect(uses > 0, "no test checks \(contract)")
        }
    }
}
