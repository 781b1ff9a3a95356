import Foundation
import Scaffolding
import Testing

/// Tests that a change to a copy of this workspace and the change that reverts it together leave
/// every byte unchanged.
@Suite(.scriptedToolchain)
struct RoundTripTests {
    private let copy: SampleWorkspace
    init() throws {
        copy = try .repository()
    }

    private static let forms: [@Sendable (String) -> String] = [
        { $0 },
        { $0.replacing("\n", with: "\r\n") },
        { "\u{FEFF}\($0)" },
        { "\u{FEFF}\($0.replacing("\n", with: "\r\n"))" },
    ]

    private static let additions: [(WorkspacePart.Kind, any WorkspaceChange)] = [
        (.feature, AddFeature("Billing", hasExample: true)),
        (.feature, AddFeature("Billing", role: "InvoiceKeeper", uses: ["Pages", "Library"])),
        (.service, AddService("Billing", implements: "SessionCache")),
        (.service, AddService("Billing", implements: "SessionCache", of: "Library")),
        (.feature, AddFeature("Billing", role: "InvoiceKeeper", hasExample: true, isSingle: true)),
        (.service, AddService("Billing", implements: "LinkStore")),
        (.library, AddModule.library("Billing")),
    ]

    @Test(arguments: [
        (0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (1, 1), (1, 2), (1, 3), (2, 3),
    ])
    func `adding, renaming, renaming back and removing a part restores every byte`(
        addition: Int,
        form: Int
    ) async throws {
        let (kind, addition) = Self.additions[addition]
        for (path, data) in try copy.contents() where form > 0 {
            try copy.write(Self.forms[form](String(decoding: data, as: UTF8.self)), to: path)
        }
        let before = try copy.contents()
        let mentions = try mentions(of: "billing")
        try await copy.make(addition)
        let added = try copy.contents()
        #expect(added["Package.swift"] != before["Package.swift"])
        for path in ["Package.swift", "Modules/Bootstrap/AppContainer.swift"] {
            let text = String(decoding: try #require(added[path]), as: UTF8.self)
            #expect(text == Self.forms[form](plain(text)), "\(path)")
        }
        try copy.rename(kind, "Billing", to: "Zebra")
        #expect(try self.mentions(of: "billing") == mentions)
        try copy.rename(kind, "Zebra", to: "Billing")
        #expect(try copy.differences(from: added) == [])
        try await copy.make(Removal(kind, "Billing"))
        #expect(try copy.differences(from: before) == [])
    }

    private func mentions(of word: String) throws -> [String] {
        try copy.contents().filter { path, data in
            "\(path)\n\(String(decoding: data, as: UTF8.self))".lowercased().contains(word)
        }.keys.sorted()
    }

    private func plain(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{FEFF}" && $0 != "\r" })
        )
    }

    @Test(
        arguments: [
            (.feature, "Pages"),
            (.feature, "Library"),
            (.feature, "Checking"),
            (.feature, "Transfer"),
            (.feature, "Reports"),
            (.service, "SQLite"),
            (.service, "HTTP"),
            (.service, "System"),
        ] as [(WorkspacePart.Kind, String)]
    )
    func `renaming a part of this workspace and renaming it back restores every byte`(
        kind: WorkspacePart.Kind,
        name: String
    ) throws {
        let before = try copy.contents()
        try copy.rename(kind, name, to: "Zebras")
        let names = copy.workspace.names(of: kind)
        #expect(names.contains("Zebras"))
        #expect(!names.contains(name))
        for text in ["\(name)Interface", "import \(name)\n"] {
            #expect(try mentions(of: text.lowercased()) == [])
        }
        try copy.rename(kind, "Zebras", to: name)
        #expect(try copy.differences(from: before) == [])
    }
}
