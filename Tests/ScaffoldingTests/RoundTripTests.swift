import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// Changes and their opposites, in a copy of this workspace.
struct RoundTripTests {
    private let copy: WorkspaceCopy

    init() throws { copy = try WorkspaceCopy() }

    private func texts() throws -> [String: String] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: copy.folder.url.path)
        return Dictionary(uniqueKeysWithValues: paths.compactMap { path in copy.text(path).map { (path, $0) } })
    }

    private static let additions: [(WorkspacePart.Kind, any WorkspaceChange)] = [
        (.feature, AddFeature("Billing", hasExample: true)),
        (.feature, AddFeature("Billing", role: "InvoiceKeeper", uses: ["Pages", "Library"])),
        (.service, AddService("Billing", implements: "LinkStore", core: WorkspaceCopy.core)),
        (.service, AddService("Billing", implements: "SessionCache")),
    ]

    @Test(arguments: additions.indices)
    func `add, rename, rename back and remove leave every byte as it was`(index: Int) async throws {
        let (kind, addition) = Self.additions[index]
        let before = try texts()
        try await copy.workspace.make(addition)
        let added = try texts()
        #expect(added != before)
        try copy.workspace.rename(kind, "Billing", to: "Zebra")
        let renamed = try texts().filter { $0.key.contains("Billing") || $0.value.lowercased().contains("billing") }
        #expect(renamed.keys.sorted() == before.keys.filter { before[$0]?.lowercased().contains("billing") == true })
        try copy.workspace.rename(kind, "Zebra", to: "Billing")
        #expect(try differences(added) == [])
        try await copy.workspace.make(Removal(kind, "Billing"))
        #expect(try differences(before) == [])
    }

    private func differences(_ before: [String: String]) throws -> [String] {
        let after = try texts()
        return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
    }

    @Test func `a role that other sources name keeps its service`() async throws {
        try await copy.workspace.make(AddService("Redis", implements: "SessionCache"))
        let path = "Modules/Features/Reports/Implementation/A.swift"
        try copy.folder.write("import Core\nlet cache: any SessionCache\n", to: path)
        let error = await #expect(throws: ScaffoldingError.self) {
            try await copy.workspace.make(Removal(.service, "Redis"))
        }
        guard case .inUse(_, let uses, _)? = error else { return }
        #expect(uses == ["\(path):2: names 'SessionCache'"])
    }

    @Test(arguments: ["Pages", "Library", "Checking", "Transfer", "Reports"])
    func `a feature of this workspace is renamed there and back`(name: String) throws {
        let before = try texts()
        try copy.workspace.rename(.feature, name, to: "Zebras")
        let left = try texts().filter { $0.key.contains("\(name)Interface") || $0.value.contains("\(name)Interface") }
        #expect(left.isEmpty)
        try copy.workspace.rename(.feature, "Zebras", to: name)
        #expect(try differences(before) == [])
    }

    @Test(arguments: ["SQLite", "HTTP", "System"])
    func `a service of this workspace is renamed there and back`(name: String) throws {
        let before = try texts()
        try copy.workspace.rename(.service, name, to: "Zebras")
        #expect(copy.workspace.services.contains("Zebras") && !copy.workspace.services.contains(name))
        try copy.workspace.rename(.service, "Zebras", to: name)
        #expect(try differences(before) == [])
    }
}
