import Core
import Testing
import TransferInterface

/// Tests of the compressed backups of Firefox.
struct FirefoxBackupTests {
    private static let signature = Array("mozLz40\0".utf8)

    /// A backup of a link with a long URL. It has a match that overlaps its own output, and a match
    /// that is more than 255 bytes after its source.
    private static let backup: [UInt8] = {
        let start = Array(#"[{"url":"https://a.example/a/"#.utf8)
        let end = Array(#""}]"#.utf8)
        // The first sequence has the literal bytes of the start and a match of 300 bytes at
        // offset 2, the second sequence has a letter and a match of 4 bytes at offset 257, and the
        // third sequence has the literal bytes of the end.
        let match: [UInt8] = [2, 0, 255, UInt8(300 - 4 - 15 - 255)]
        let literals = [0xFF, UInt8(start.count - 15)] + start
        let second: [UInt8] = [0x10, UInt8(ascii: "b"), 1, 1]
        let block = literals + match + second + [UInt8(end.count) << 4] + end
        let size = start.count + 300 + 5 + end.count
        let sizeBytes = (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
        return signature + sizeBytes + block
    }()

    @Test func `imports a compressed backup`() async throws {
        let imported = try await Imported(Self.backup)
        let path = String(repeating: "a/", count: 151) + "ba/a/"
        #expect(imported.links.map(\.url) == ["https://a.example/\(path)"])
    }

    @Test func `imports a backup of several pieces`() async throws {
        let title = String(repeating: "x", count: 300_000)
        let json = Array(#"[{"url":"https://a.example/","title":"\#(title)"}]"#.utf8)
        let sizeBytes = (0..<4).map { UInt8(truncatingIfNeeded: json.count >> (8 * $0)) }
        let lengths = Array(repeating: UInt8(255), count: (json.count - 15) / 255)
        let block = [0xF0] + lengths + [UInt8((json.count - 15) % 255)] + json
        let imported = try await Imported(Self.signature + sizeBytes + block)
        #expect(imported.links.map(\.title) == [title])
    }

    @Test(arguments: [8, 11, 12, 13, 20, 42, 43, 44, 45, 46, 47])
    func `rejects a backup that is cut off`(length: Int) async throws {
        try await expectDamage(in: Array(Self.backup.prefix(length)))
    }

    @Test(
        arguments: [
            // The size is 4 GiB.
            [0xFF, 0xFF, 0xFF, 0xFF, 0x10, 0x61],
            // The offset of the match is 0, or before the output.
            [0x0A, 0, 0, 0, 0x10, 0x61, 0, 0, 0x10, 0x61],
            [0x0A, 0, 0, 0, 0x10, 0x61, 2, 0, 0x10, 0x61],
            // The match is longer than the size.
            [0x02, 0, 0, 0, 0x10, 0x61, 1, 0, 0x10, 0x61],
            // The output has its size, but the block ends within a match.
            [0x01, 0, 0, 0, 0x10, 0x61, 1],
            [0x01, 0, 0, 0, 0x1F, 0x61, 1, 0],
            // There are more or fewer bytes than the size.
            [0x01, 0, 0, 0, 0x20, 0x61, 0x61],
            [0x09, 0, 0, 0, 0x20, 0x61, 0x61],
        ] as [[UInt8]]
    )
    func `rejects a damaged backup`(bytes: [UInt8]) async throws {
        try await expectDamage(in: Self.signature + bytes)
    }

    private func expectDamage(
        in backup: [UInt8],
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let reason = "the Firefox backup is damaged or too large"
        try await expect(
            { .unreadable(name: $0, reason: reason) },
            importing: backup,
            at: location
        )
    }
}
