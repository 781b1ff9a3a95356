import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// A workspace that was made for the tests that look at it.
struct MadeWorkspace: Sendable {
    /// What it comes with.
    enum Kind: CaseIterable, Sendable {
        case full, empty
    }

    /// The path of its folder.
    let root: String
    /// The texts of its files, by their paths from there.
    let files: [String: String]

    init(_ kind: Kind, at root: String, from source: String = NewWorkspace.ownSource) async throws {
        self.root = root
        let changes = try await NewWorkspace(at: root, name: "WebShop", isEmpty: kind == .empty, source: source).make()
        let texts = try changes.map { ($0.path, try String(contentsOfFile: "\(root)/\($0.path)", encoding: .utf8)) }
        files = Dictionary(uniqueKeysWithValues: texts)
    }

    @TaskLocal fileprivate static var all: [Kind: MadeWorkspace] = [:]

    /// The workspace of a kind that was made for the suite that runs.
    static func made(_ kind: Kind) throws -> MadeWorkspace { try #require(all[kind]) }
}

/// Makes a workspace of each kind, once for all tests of a suite.
struct NewWorkspacesTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        var all: [MadeWorkspace.Kind: MadeWorkspace] = [:]
        for kind in MadeWorkspace.Kind.allCases {
            all[kind] = try await MadeWorkspace(kind, at: folder.path("\(kind)"))
        }
        try await MadeWorkspace.$all.withValue(all) { try await function() }
        withExtendedLifetime(folder) {}
    }
}

extension Trait where Self == NewWorkspacesTrait {
    /// A workspace of each kind.
    static var newWorkspaces: Self { Self() }
}
