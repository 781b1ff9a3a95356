/// ISO-2022-JP, which escape sequences switch between character sets (WHATWG Encoding, section 12.2.1).
struct ISO2022JPDecoder: ByteDecoder {
    private enum CharacterSet {
        case ascii, roman, katakana, jis0208
    }

    private enum State {
        case character, trail(lead: UInt8), escapeStart, escape(UInt8)
    }

    private var characters = CharacterRows(JISTables.jis0208, rows: JISTables.rows0212, cells: JISTables.cells)
    private var state = State.character
    private var set = CharacterSet.ascii
    /// Whether the last thing was an escape sequence; two in a row are an error.
    private var isAfterEscape = false

    mutating func take(_ byte: UInt8, _ output: inout DecodedText) {
        switch state {
        case .character where byte == 0x1B: state = .escapeStart
        case .character: takeCharacter(byte, &output)
        case .trail(let lead): takeTrail(lead, byte, &output)
        case .escapeStart where byte == 0x24 || byte == 0x28: state = .escape(byte)
        case .escapeStart: giveUpEscape([byte], &output)
        case .escape(let first): takeEscape(first, byte, &output)
        }
    }

    mutating func finish(_ output: inout DecodedText) {
        switch state {
        case .character: break
        case .trail, .escapeStart: output.appendError()
        case .escape(let first): giveUpEscape([first], &output)
        }
    }

    private mutating func takeCharacter(_ byte: UInt8, _ output: inout DecodedText) {
        isAfterEscape = false
        switch (set, byte) {
        case (.jis0208, 0x21...0x7E): state = .trail(lead: byte)
        case (.katakana, 0x21...0x5F): output.append(0xFF61 + UInt32(byte) - 0x21)
        case (.roman, 0x5C): output.append(0xA5)
        case (.roman, 0x7E): output.append(0x203E)
        case (_, 0x0E), (_, 0x0F): output.appendError()
        case (.ascii, 0x00...0x7F), (.roman, 0x00...0x7F): output.append(UInt32(byte))
        default: output.appendError()
        }
    }

    private mutating func takeTrail(_ lead: UInt8, _ byte: UInt8, _ output: inout DecodedText) {
        state = byte == 0x1B ? .escapeStart : .character
        guard (0x21...0x7E).contains(byte),
            let code = characters.character((Int(lead) - 0x21) * 94 + Int(byte) - 0x21)
        else { return output.appendError() }
        output.append(code)
    }

    private mutating func takeEscape(_ first: UInt8, _ byte: UInt8, _ output: inout DecodedText) {
        switch (first, byte) {
        case (0x28, 0x42): set = .ascii
        case (0x28, 0x4A): set = .roman
        case (0x28, 0x49): set = .katakana
        case (0x24, 0x40), (0x24, 0x42): set = .jis0208
        default: return giveUpEscape([first, byte], &output)
        }
        state = .character
        if isAfterEscape { output.appendError() }
        isAfterEscape = true
    }

    /// Takes the bytes after an escape character that begins no sequence for what they are.
    private mutating func giveUpEscape(_ bytes: [UInt8], _ output: inout DecodedText) {
        state = .character
        isAfterEscape = false
        output.appendError()
        for byte in bytes { take(byte, &output) }
    }
}
