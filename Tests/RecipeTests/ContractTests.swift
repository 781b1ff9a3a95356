import Testing

/// Checks that a test uses each contract.
struct ContractTests {
    @Test func `tests check every contract`() throws {
        let sources = Page.files(ending: ["swift"])
        // `ExplainedErrorContract.swift` contains a function.
        let contracts = sources.filter {
            $0.hasPrefix("Modules/") && $0.hasSuffix("Contract.swift")
                && !$0.hasPrefix("Modules/CoreTesting/Explained")
        }
        .compactMap { $0.split(separator: "/").last?.dropLast(".swift".count) }
        let uses = try sources.filter { $0.hasPrefix("Tests/") }
            .flatMap { try Page($0).lines }
            .filter { $0.hasSuffix("Contract.allCases)") }
        #expect(contracts.count >= 8)
        for contract in contracts {
            let isUsed = uses.contains { $0.hasSuffix("(arguments: \(contract).allCases)") }
            #expect(isUsed, "no test checks \(contract)")
        }
    }
}
