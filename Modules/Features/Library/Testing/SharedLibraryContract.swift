import Core
package import LibraryInterface
import Testing

/// A rule of the contract that several stores of one library must satisfy together. Each store
/// represents a process.
package struct SharedLibraryContract: Sendable, CaseIterable, CustomTestStringConvertible {
    /// A function that creates a store. All stores that it creates share one library.
    package typealias Opening = @Sendable () throws -> any LinkStore

    package let testDescription: String
    private let body: @Sendable (_ open: Opening) async throws -> Void

    private init(_ rule: String, body: @escaping @Sendable (_ open: Opening) async throws -> Void) {
        testDescription = rule
        self.body = body
    }

    /// Checks the rule against stores that `open` creates for one library, which must be empty.
    package func check(_ open: Opening) async throws {
        try await body(open)
    }

    package static let allCases: [Self] = [
        Self("concurrent writers that create the same library lose no links") { open in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<4 {
                    let store = try open()
                    group.addTask {
                        for number in 0..<25 {
                            try await store.insert(.sample("\(writer)/\(number)"))
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await Set(open().all().map(\.id)) == Set(1...100))
        },
        Self("undo reverts the newest change made through any store") { open in
            let store = try open()
            let other = try open()
            let first = try await store.insert(.sample("first"))
            let second = try await other.insert(.sample("second"))
            try await store.insert(.sample("third"))
            #expect(try await other.undo()?.ids.count == 1)
            #expect(try await store.all() == second + first)
            #expect(try await store.undo()?.ids.count == 1)
            #expect(try await other.all() == first)
        },
        Self("concurrent undos revert one change each") { open in
            let store = try open()
            for number in 0..<20 {
                try await store.insert(.sample("\(number)"))
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for undoing in [store, try open()] {
                    group.addTask {
                        for _ in 0..<9 {
                            try await undoing.undo()
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await store.all().map(\.id) == [2, 1])
            #expect(try await store.insert(.sample("next"))[0].id == 21)
        },
    ]
}
