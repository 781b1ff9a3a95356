import Foundation
import ProgramTesting
import Synchronization
import Testing

protocol VisitCounter: Sendable {
    func add(_ url: String) throws
    func visits(of url: String) throws -> Int
}

/// A rule that every counter must satisfy, and a check of the rule.
struct VisitCounterContract: Sendable, CaseIterable, CustomTestStringConvertible {
    let testDescription: String
    let check: @Sendable (any VisitCounter) throws -> Void

    private init(_ rule: String, check: @escaping @Sendable (any VisitCounter) throws -> Void) {
        testDescription = rule
        self.check = check
    }

    static let allCases: [Self] = [
        Self("visits are counted for each URL") { counter in
            for url in ["swift.org", "docs.swift.org", "swift.org"] {
                try counter.add(url)
            }
            #expect(try counter.visits(of: "swift.org") == 2)
        },
        Self("the case of a URL is ignored") { counter in
            try counter.add("Swift.org")
            #expect(try counter.visits(of: "swift.ORG") == 1)
        },
    ]
}

struct VisitCounterTests {
    @Test(arguments: VisitCounterContract.allCases)
    func `the implementation follows the contract`(rule: VisitCounterContract) throws {
        let folder = try TemporaryFolder()
        try rule.check(FileVisitCounter(file: folder.url.appending(path: "visits.txt")))
    }

    @Test(arguments: VisitCounterContract.allCases)
    func `the mock follows the contract`(rule: VisitCounterContract) throws {
        try rule.check(InMemoryVisitCounter())
    }
}

/// A counter in a file, with a line for each visit.
struct FileVisitCounter: VisitCounter {
    let file: URL

    func add(_ url: String) throws {
        try (lines() + [url.lowercased()]).joined(separator: "\n").write(
            to: file,
            atomically: true,
            encoding: .utf8
        )
    }

    func visits(of url: String) throws -> Int {
        try lines().count { $0 == url.lowercased() }
    }

    private func lines() throws -> [String] {
        guard FileManager.default.fileExists(atPath: file.path) else {
            return []
        }
        return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    }
}

/// The mock that tests of other modules use.
final class InMemoryVisitCounter: VisitCounter {
    private let visits = Mutex<[String: Int]>([:])
    func add(_ url: String) {
        visits.withLock { $0[url.lowercased(), default: 0] += 1 }
    }
    func visits(of url: String) -> Int {
        visits.withLock { $0[url.lowercased()] ?? 0 }
    }
}

// MARK: - Tests

/// A mock that no longer behaves like the implementation.
private struct CaseSensitiveVisitCounter: VisitCounter {
    func add(_ url: String) {}
    func visits(of url: String) -> Int {
        0
    }
}

struct MocksThatCannotDriftTests {
    @Test(arguments: VisitCounterContract.allCases)
    func `a mock that has drifted breaks the contract`(rule: VisitCounterContract) throws {
        withKnownIssue { try rule.check(CaseSensitiveVisitCounter()) }
    }
}
