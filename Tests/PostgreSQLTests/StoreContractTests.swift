#if Postgres
    import Core
    import CoreTesting
    import PostgreSQL
    import Testing

    struct StoreContractTests {
        @Test(arguments: LinkStoreContract.allCases)
        func `keeps links as promised`(_ rule: LinkStoreContract) async throws {
            let address = try await TestServer.shared().newAddress()
            try await rule.check(PostgreSQLStore(PostgreSQLAddress(address)))
        }

        @Test(arguments: CheckedLinkContract.allCases)
        func `keeps links and their checks together as promised`(_ rule: CheckedLinkContract) async throws {
            let address = try await TestServer.shared().newAddress()
            try await rule.check(PostgreSQLStore(PostgreSQLAddress(address)))
        }

        @Test(arguments: CheckHistoryContract.allCases)
        func `keeps the check history as promised`(_ rule: CheckHistoryContract) async throws {
            let address = try await TestServer.shared().newAddress()
            let store = try PostgreSQLStore(PostgreSQLAddress(address))
            let links = try await store.transaction { transaction in
                try (1...2).map { try transaction.insert(LinkDraft(url: "https://example.org/\($0)")).id }
            }
            #expect(links == [1, 2])
            try await rule.check(store)
        }
    }
#endif
