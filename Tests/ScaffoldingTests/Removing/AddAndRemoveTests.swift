import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// What `add` wrote is what `remove` takes away, in a copy of this workspace.
struct AddAndRemoveTests {
    private let copy: WorkspaceCopy

    init() throws { copy = try WorkspaceCopy() }

    private func texts() throws -> [String: String] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: copy.folder.url.path)
        return Dictionary(uniqueKeysWithValues: paths.compactMap { path in copy.text(path).map { (path, $0) } })
    }

    /// The files that a change and its opposite leave other than they were.
    private func left(_ changes: any WorkspaceChange...) async throws -> [String] {
        let before = try texts()
        for (index, change) in changes.enumerated() {
            _ = try await change.apply(to: copy.workspace)
            if index == 0 { #expect(try texts() != before) }
        }
        let after = try texts()
        return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
    }

    @Test func `a feature comes and goes`() async throws {
        #expect(try await left(AddFeature("Billing", hasExample: true), Removal(.feature, "Billing")) == [])
    }

    @Test func `mocks that were written for a feature go with it`() async throws {
        let addition = AddFeature("Billing", uses: ["Pages", "Reports"])
        #expect(try await left(addition, Removal(.feature, "Billing")) == [])
    }

    @Test func `mocks that another feature's tests need stay`() async throws {
        _ = try await AddFeature("Billing", uses: ["Reports"]).apply(to: copy.workspace)
        #expect(try await left(AddFeature("Orders", uses: ["Reports"]), Removal(.feature, "Orders")) == [])
        #expect(copy.text("Modules/Features/Reports/Testing/MockLibraryReporter.swift") != nil)
    }

    @Test func `a service comes and goes`() async throws {
        #expect(
            try await left(AddService("Redis", implements: "LinkStore"), Removal(.service, "Redis")) == [])
    }

    @Test func `a role of Core comes and goes with its service`() async throws {
        try copy.folder.write("import Core\nimport CoreTesting\n", to: "Tests/CoreTests/A.swift")
        #expect(
            try await left(AddService("Redis", implements: "SessionCache"), Removal(.service, "Redis")) == [])
    }

    @Test func `the module of Core's mocks comes and goes with the first role`() async throws {
        let shop = try SmallShop()
        let verbs = ["service", "tests", "bootstrap", "module"].map { "func \($0)() {}\n" }.joined()
        try shop.folder.write(try shop.text("Package.swift") + "\nextension Target {\n\(verbs)}\n", to: "Package.swift")
        let before = try shop.texts()
        _ = try await AddService("Redis", implements: "SessionCache").apply(to: shop.workspace)
        #expect(try shop.text("Package.swift").contains(".module(\"CoreTesting\""))
        _ = try await Removal(.service, "Redis").apply(to: shop.workspace)
        let after = try shop.texts()
        for path in Set(before.keys).union(after.keys) { #expect(after[path] == before[path], "\(path)") }
    }

    @Test func `a role that others name keeps its service`() async throws {
        _ = try await AddService("Redis", implements: "SessionCache").apply(to: copy.workspace)
        try copy.folder.write(
            "import Core\nlet cache: any SessionCache\n", to: "Modules/Features/Reports/Implementation/A.swift")
        do {
            _ = try await Removal(.service, "Redis").apply(to: copy.workspace)
            Issue.record("it was removed")
        } catch ScaffoldingError.inUse(_, let uses, _) {
            #expect(uses == ["Modules/Features/Reports/Implementation/A.swift:2: names 'SessionCache'"])
        }
    }

    @Test(arguments: ["Pages", "Library", "Checking", "Transfer", "Reports"])
    func `a feature of this workspace is renamed there and back`(name: String) throws {
        let before = try texts()
        _ = try Renaming(.feature, name, to: "Zebras").rename(in: copy.workspace)
        let left = try texts().filter { $0.key.contains("\(name)Interface") || $0.value.contains("\(name)Interface") }
        #expect(left.isEmpty)
        #expect(try texts() != before)
        _ = try Renaming(.feature, "Zebras", to: name).rename(in: copy.workspace)
        #expect(try texts() == before)
    }

    @Test(arguments: ["SQLite", "HTTP", "System"])
    func `a service of this workspace is renamed there and back`(name: String) throws {
        let before = try texts()
        _ = try Renaming(.service, name, to: "Zebras").rename(in: copy.workspace)
        #expect(copy.workspace.services.contains("Zebras") && !copy.workspace.services.contains(name))
        _ = try Renaming(.service, "Zebras", to: name).rename(in: copy.workspace)
        #expect(try texts() == before)
    }
}
