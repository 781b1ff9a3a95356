#if Postgres
    import Core
    import CoreTesting
    import Foundation
    import PostgreSQL
    import Testing

    /// What holds when several machines use one library.
    struct SharedLibraryTests {
        private let server: TestServer
        private let address: String
        private let store: PostgreSQLStore
        private let other: PostgreSQLStore

        init() async throws {
            server = try await TestServer.shared()
            address = server.newAddress()
            store = try PostgreSQLStore(PostgreSQLAddress(address))
            other = try PostgreSQLStore(PostgreSQLAddress(address))
        }

        @Test func `many writers that make the same new library at once lose nothing`() async throws {
            try await withThrowingTaskGroup(of: Void.self) { [address] group in
                for writer in 0..<4 {
                    group.addTask {
                        let store = try PostgreSQLStore(PostgreSQLAddress(address))
                        for number in 0..<25 {
                            _ = try await store.transaction { try $0.insert(.page("\(writer)/\(number)")) }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await Set(store.links(matching: LinkQuery()).map(\.id)) == Set(1...100))
        }

        @Test func `undo takes back the newest change, whichever machine made it`() async throws {
            let first = try await store.transaction { try $0.insert(.page("first")) }
            let second = try await other.transaction { try $0.insert(.page("second")) }
            _ = try await store.transaction { try $0.insert(.page("third")) }
            #expect(try await other.undo(isDryRun: false)?.ids.count == 1)
            #expect(try await store.links(matching: LinkQuery()) == [second, first])
            #expect(try await store.undo(isDryRun: false)?.ids.count == 1)
            #expect(try await other.links(matching: LinkQuery()) == [first])
        }

        @Test func `undos of two machines at once take back one change each`() async throws {
            for number in 0..<20 { _ = try await store.transaction { try $0.insert(.page("\(number)")) } }
            try await withThrowingTaskGroup(of: Void.self) { [store, other] group in
                for undoing in [store, other] {
                    group.addTask { for _ in 0..<9 { _ = try await undoing.undo(isDryRun: false) } }
                }
                try await group.waitForAll()
            }
            #expect(try await store.links(matching: LinkQuery()).map(\.id) == [2, 1])
            #expect(try await store.transaction { try $0.insert(.page("next")) }.id == 21)
        }

        @Test func `who waits too long for another writer is told so`() async throws {
            let impatient = try PostgreSQLStore(PostgreSQLAddress(address), patience: .seconds(1))
            _ = try await impatient.transaction { try $0.insert(.page("a")) }
            try await withTransaction(of: other) {
                await #expect(throws: StoreError.locked(path: "postgres://keeper@/shelf")) {
                    try await impatient.transaction { try $0.insert(.page("b")) }
                }
                // Those who read wait for nobody.
                let read = try await impatient.links(matching: LinkQuery())
                #expect(read.count == 1)
            }
        }

        @Test(.timeLimit(.minutes(5))) func `cancelling ends the wait for another writer`() async throws {
            let patient = try PostgreSQLStore(PostgreSQLAddress(address), patience: .seconds(600))
            _ = try await patient.transaction { try $0.insert(.page("a")) }
            try await withTransaction(of: other) { [server, address] in
                let waiting = Task { try await patient.transaction { try $0.insert(.page("b")) } }
                while try await server.execute(
                    "SELECT count(*) FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_locks WHERE relation = 'library'::regclass)",
                    at: address) == "0"
                {}
                waiting.cancel()
                await #expect(throws: CancellationError.self) { try await waiting.value }
            }
            #expect(try await store.links(matching: LinkQuery()).count == 1)
        }

        @Test func `a statement that the server gives up on its own is no cancellation`() async throws {
            let hasty = try PostgreSQLStore(PostgreSQLAddress(address + "&options=-c%20statement_timeout%3D300"))
            _ = try await store.transaction { try $0.insert(.page("a")) }
            try await withTransaction(of: other) {
                await #expect(throws: StoreError.self) { try await hasty.transaction { try $0.insert(.page("b")) } }
            }
        }

        /// Runs `body` while a store is in the middle of a transaction.
        private func withTransaction(
            of store: PostgreSQLStore, _ body: @Sendable () async throws -> Void
        ) async throws {
            let (begun, begin) = AsyncStream.makeStream(of: Void.self)
            let end = DispatchSemaphore(value: 0)
            async let transaction: Void = store.transaction { transaction in
                _ = try transaction.link(id: 1)
                begin.finish()
                end.wait()
            }
            for await _ in begun {}
            defer { end.signal() }
            try await body()
            end.signal()
            try await transaction
        }
    }

    extension LinkDraft {
        static func page(_ path: String, title: String? = nil, note: String? = nil, tags: String = "") -> LinkDraft {
            LinkDraft(url: "https://example.org/\(path)", title: title, note: note, tags: LinkTag.list(tags))
        }
    }
#endif
