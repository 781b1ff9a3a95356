import ProgramTesting
import Testing
import TextEncodings

/// Tests that compare the hash of the text of each complete table with the hash of the same text
/// from the standard's index.
///
/// U+FFFD represents a missing character.
struct CharacterTableTests {
    private func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    @Test(
        arguments: Row.table(
            """
            ibm866 → 1fc2571f04806dca
            iso-8859-2 → 588024dc95e3e2b6
            iso-8859-3 → 135e61974ca24517
            iso-8859-4 → 91e374cb717c9e0f
            iso-8859-5 → b83ada894cdb942f
            iso-8859-6 → 54794f86b052c862
            iso-8859-7 → 8a37fb522272b5e9
            iso-8859-8 → da8ab993f35595dd
            iso-8859-8-i → da8ab993f35595dd
            iso-8859-10 → f6255d1c555ea19b
            iso-8859-13 → c6295f216259d2e1
            iso-8859-14 → dc6e3a7b6097d8b5
            iso-8859-15 → 5df0b681d68eed40
            iso-8859-16 → 67e71470c2c3c702
            koi8-r → 0525656e2fbd23bd
            koi8-u → 042b0acd8c134fc1
            macintosh → f8632623ab537bb5
            windows-874 → 54fe9749b6d19313
            windows-1250 → 6ccef6573d6d9235
            windows-1251 → 9448b7d066a753a5
            windows-1252 → 29ccfe220dc0c01a
            windows-1253 → ded5f7d24e4dc710
            windows-1254 → 29e5a164d75b4794
            windows-1255 → baa31a84bee9449f
            windows-1256 → e1f9d9190525e0cb
            windows-1257 → 879c25a3ba7f16ce
            windows-1258 → ffed1fce560d4f03
            x-mac-cyrillic → 18e067f8c866b605
            """
        )
    )
    func `single-byte tables match the standard`(row: Row) throws {
        let encoding = try #require(WebEncoding(label: row[0]))
        #expect(hash(encoding.decode(UInt8(0x80)...0xFF)) == UInt64(row[1], radix: 16))
        let ascii = UInt8(0)...0x7F
        #expect(encoding.decode(ascii) == String(decoding: ascii, as: UTF8.self))
    }

    /// An encoding, the bytes before each character, the ranges of its first and second bytes,
    /// the bytes after it, and the hash, all in hexadecimal.
    @Test(
        arguments: Row.table(
            """
            gbk → → 81-FE → 40-7E 80-FE → → 6c5cee73bc23f766
            gb18030 → → 81-FE → 40-7E 80-FE → → 6c5cee73bc23f766
            big5 → → 81-FE → 40-7E A1-FE → → 47cfeb728fe8e724
            euc-kr → → 81-FE → 41-FE → → 9693b3473f9cbdb0
            shift_jis → → 81-9F E0-FC → 40-7E 80-FC → → d1b6abab7d965d27
            euc-jp → → A1-FE → A1-FE → → 96bef7c9019cb9c2
            euc-jp → 8F → A1-FE → A1-FE → → 31f2f93bfe4a587b
            iso-2022-jp → 1B 24 42 → 21-7E → 21-7E → 1B 28 42 → 96bef7c9019cb9c2
            """
        )
    )
    func `two-byte tables match the standard`(row: Row) throws {
        func bytes(_ ranges: String) -> [UInt8] {
            ranges.split(separator: " ").flatMap { range in
                let ends = [UInt8](hex: range.replacing("-", with: " "))
                return Array(ends[0]...ends[1])
            }
        }
        var text: [UInt8] = []
        for lead in bytes(row[2]) {
            for trail in bytes(row[3]) {
                text += [UInt8](hex: row[1]) + [lead, trail] + [UInt8](hex: row[4]) + [0x0A]
            }
        }
        let encoding = try #require(WebEncoding(label: row[0]))
        #expect(hash(encoding.decode(text)) == UInt64(row[5], radix: 16))
    }

    @Test func `the four-byte table matches the standard`() throws {
        let encoding = try #require(WebEncoding(label: "gb18030"))
        var bytes: [UInt8] = []
        for pointer in 0..<39_420 {
            bytes.append(UInt8(0x81 + pointer / 12_600))
            bytes.append(UInt8(0x30 + pointer / 1_260 % 10))
            bytes.append(UInt8(0x81 + pointer / 10 % 126))
            bytes.append(UInt8(0x30 + pointer % 10))
        }
        #expect(hash(encoding.decode(bytes)) == 0xb176_5545_402a_2682)
    }
}
