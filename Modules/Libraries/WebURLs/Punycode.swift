/// The encoding of non-ASCII labels in ASCII, without the prefix `xn--` (RFC 3492).
///
/// - Complexity: Time is quadratic in the length of the label.
enum Punycode {
    /// Returns a label encoded in Punycode.
    static func encode(_ label: String) -> String {
        let codes = label.unicodeScalars.map { Int($0.value) }
        var output = label.unicodeScalars.filter(\.isASCII)
        var next = 0x80
        var delta = 0
        var bias = Bias()
        var handled = output.count
        if !output.isEmpty {
            output.append("-")
        }
        for smallest in Set(codes.filter { $0 >= 0x80 }).sorted() {
            delta += (smallest - next) * (handled + 1)
            for code in codes {
                if code < smallest {
                    delta += 1
                }
                guard code == smallest else { continue }
                append(delta, bias, to: &output)
                handled += 1
                bias.adapt(to: delta, count: handled)
                delta = 0
            }
            delta += 1
            next = smallest + 1
        }
        return String(output)
    }

    /// Returns the label that a string encodes, or `nil` if the string is not valid Punycode.
    static func decode(_ text: Substring) -> String? {
        var output: [Unicode.Scalar] = []
        var digits = text.utf8
        if let hyphen = text.lastIndex(of: "-") {
            output = Array(text[..<hyphen].unicodeScalars)
            digits = text[text.index(after: hyphen)...].utf8
        }
        var code = 0x80
        var index = 0
        var bias = Bias()
        while !digits.isEmpty {
            guard let delta = number(&digits, bias) else {
                return nil
            }
            let count = output.count + 1
            bias.adapt(to: delta, count: count)
            code += (index + delta) / count
            index = (index + delta) % count
            guard let scalar = Unicode.Scalar(UInt32(clamping: code)) else {
                return nil
            }
            output.insert(scalar, at: index)
            index += 1
        }
        return String(String.UnicodeScalarView(output))
    }

    /// Appends a number as a generalized variable-length integer (section 3.3).
    private static func append(
        _ number: Int,
        _ bias: Bias,
        to output: inout String.UnicodeScalarView
    ) {
        var rest = number
        var place = base
        while rest >= bias.threshold(place) {
            let threshold = bias.threshold(place)
            output.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            place += base
        }
        output.append(digit(rest))
    }

    /// Removes the digits of a number from the beginning of `digits`. Returns the number, or `nil`
    /// if the digits are invalid or the number exceeds 32 bits.
    private static func number(_ digits: inout Substring.UTF8View, _ bias: Bias) -> Int? {
        var number = 0
        var weight = 1
        var place = base
        while let byte = digits.popFirst(), let digit = value(of: byte) {
            number += digit * weight
            let threshold = bias.threshold(place)
            weight *= base - threshold
            guard number <= UInt32.max else { return nil }
            if digit < threshold {
                return number
            }
            guard weight <= UInt32.max else { return nil }
            place += base
        }
        return nil
    }

    private static let base = 36

    private static func digit(_ value: Int) -> Unicode.Scalar {
        Unicode.Scalar(UInt8(value < 26 ? value + 0x61 : value - 26 + 0x30))
    }

    private static func value(of byte: UInt8) -> Int? {
        if byte.isDigit {
            return Int(byte) - 0x30 + 26
        }
        return byte.isLetter ? Int(byte | 0x20) - 0x61 : nil
    }

    /// The bias, which reflects the expected size of the next number (section 6.1).
    private struct Bias {
        private var value = 72
        private var isFirst = true

        /// Returns the threshold for the digit at a place in a number. A digit below its threshold
        /// is the last digit of the number.
        func threshold(_ place: Int) -> Int {
            place <= value ? 1 : min(place - value, 26)
        }

        mutating func adapt(to delta: Int, count: Int) {
            var delta = isFirst ? delta / 700 : delta / 2
            isFirst = false
            delta += delta / count
            value = 0
            while delta > 455 {
                delta /= 35
                value += 36
            }
            value += 36 * delta / (delta + 38)
        }
    }
}
