import Testing
import TextEncodings

/// Each table as a whole, by the hash of its text: the indexes of WHATWG Encoding, with an error as U+FFFD.
struct CharacterTableTests {
    /// FNV-1a, 64 bits, of UTF-8.
    private func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    @Test(
        arguments: [
            ("ibm866", 0x1fc2_571f_0480_6dca), ("iso-8859-2", 0x5880_24dc_95e3_e2b6),
            ("iso-8859-3", 0x135e_6197_4ca2_4517), ("iso-8859-4", 0x91e3_74cb_717c_9e0f),
            ("iso-8859-5", 0xb83a_da89_4cdb_942f), ("iso-8859-6", 0x5479_4f86_b052_c862),
            ("iso-8859-7", 0x8a37_fb52_2272_b5e9), ("iso-8859-8", 0xda8a_b993_f355_95dd),
            ("iso-8859-8-i", 0xda8a_b993_f355_95dd), ("iso-8859-10", 0xf625_5d1c_555e_a19b),
            ("iso-8859-13", 0xc629_5f21_6259_d2e1), ("iso-8859-14", 0xdc6e_3a7b_6097_d8b5),
            ("iso-8859-15", 0x5df0_b681_d68e_ed40), ("iso-8859-16", 0x67e7_1470_c2c3_c702),
            ("koi8-r", 0x0525_656e_2fbd_23bd), ("koi8-u", 0x042b_0acd_8c13_4fc1),
            ("macintosh", 0xf863_2623_ab53_7bb5), ("windows-874", 0x54fe_9749_b6d1_9313),
            ("windows-1250", 0x6cce_f657_3d6d_9235), ("windows-1251", 0x9448_b7d0_66a7_53a5),
            ("windows-1252", 0x29cc_fe22_0dc0_c01a), ("windows-1253", 0xded5_f7d2_4e4d_c710),
            ("windows-1254", 0x29e5_a164_d75b_4794), ("windows-1255", 0xbaa3_1a84_bee9_449f),
            ("windows-1256", 0xe1f9_d919_0525_e0cb), ("windows-1257", 0x879c_25a3_ba7f_16ce),
            ("windows-1258", 0xffed_1fce_560d_4f03), ("x-mac-cyrillic", 0x18e0_67f8_c866_b605),
        ] as [(String, UInt64)])
    func `the upper half is the standard's`(label: String, expected: UInt64) throws {
        let encoding = try #require(WebEncoding(label: label))
        #expect(hash(encoding.decode(UInt8(0x80)...0xFF)) == expected)
        #expect(encoding.decode(UInt8(0)...0x7F) == String(decoding: UInt8(0)...0x7F, as: UTF8.self))
    }

    @Test(
        arguments: [
            ("gbk", [0x81...0xFE], [0x40...0x7E, 0x80...0xFE], 0x6c5c_ee73_bc23_f766),
            ("gb18030", [0x81...0xFE], [0x40...0x7E, 0x80...0xFE], 0x6c5c_ee73_bc23_f766),
            ("big5", [0x81...0xFE], [0x40...0x7E, 0xA1...0xFE], 0x47cf_eb72_8fe8_e724),
            ("euc-kr", [0x81...0xFE], [0x41...0xFE], 0x9693_b347_3f9c_bdb0),
            ("euc-jp", [0xA1...0xFE], [0xA1...0xFE], 0x96be_f7c9_019c_b9c2),
            ("shift_jis", [0x81...0x9F, 0xE0...0xFC], [0x40...0x7E, 0x80...0xFC], 0xd1b6_abab_7d96_5d27),
        ] as [(String, [ClosedRange<UInt8>], [ClosedRange<UInt8>], UInt64)])
    func `the characters of two bytes are the standard's`(
        label: String, leads: [ClosedRange<UInt8>], trails: [ClosedRange<UInt8>], expected: UInt64
    ) throws {
        var bytes: [UInt8] = []
        for lead in leads.joined() {
            for trail in trails.joined() { bytes += [lead, trail, 0x0A] }
        }
        #expect(try hash(#require(WebEncoding(label: label)).decode(bytes)) == expected)
    }

    @Test func `the characters of JIS X 0212 are the standard's`() throws {
        var bytes: [UInt8] = []
        for row in UInt8(0xA1)...0xFE {
            for cell in UInt8(0xA1)...0xFE { bytes += [0x8F, row, cell, 0x0A] }
        }
        #expect(try hash(#require(WebEncoding(label: "euc-jp")).decode(bytes)) == 0x31f2_f93b_fe4a_587b)
    }

    @Test func `ISO-2022-JP has the characters of JIS X 0208`() throws {
        var bytes: [UInt8] = []
        for row in UInt8(0x21)...0x7E {
            for cell in UInt8(0x21)...0x7E { bytes += [0x1B, 0x24, 0x42, row, cell, 0x1B, 0x28, 0x42, 0x0A] }
        }
        #expect(try hash(#require(WebEncoding(label: "iso-2022-jp")).decode(bytes)) == 0x96be_f7c9_019c_b9c2)
    }

    @Test func `the characters of four bytes are the standard's`() throws {
        let encoding = try #require(WebEncoding(label: "gb18030"))
        var bytes: [UInt8] = []
        for pointer in 0..<39_420 {
            bytes.append(UInt8(0x81 + pointer / 12_600))
            bytes.append(UInt8(0x30 + pointer / 1_260 % 10))
            bytes.append(UInt8(0x81 + pointer / 10 % 126))
            bytes.append(UInt8(0x30 + pointer % 10))
        }
        #expect(hash(encoding.decode(bytes)) == 0xb176_5545_402a_2682)
        #expect(encoding.decode([0x90, 0x30, 0x81, 0x30, 0xE3, 0x32, 0x9A, 0x35]) == "\u{10000}\u{10FFFF}")
    }
}
