/// The encoding of labels beyond ASCII in ASCII, without the prefix `xn--` (RFC 3492).
///
/// The time is quadratic in the length of the label.
enum Punycode {
    /// Returns a label in ASCII; nil if it is too long for the numbers of the algorithm.
    static func encode(_ label: String) -> String? {
        let text = label.unicodeScalars
        let basic = text.filter(\.isASCII)
        var output = String(String.UnicodeScalarView(basic))
        if !basic.isEmpty { output.append("-") }
        var (next, delta, state, handled) = (UInt32(0x80), UInt32(0), Bias(), UInt32(basic.count))
        while handled < text.count {
            guard let smallest = text.lazy.map(\.value).filter({ $0 >= next }).min() else { return nil }
            let (step, overflows) = (smallest - next).multipliedReportingOverflow(by: handled + 1)
            let (sum, overflowsSum) = delta.addingReportingOverflow(step)
            guard !overflows, !overflowsSum else { return nil }
            delta = sum
            for scalar in text {
                if scalar.value < smallest { delta += 1 }
                guard scalar.value == smallest else { continue }
                append(delta, bias: state.value, to: &output)
                state.adapt(to: delta, count: handled + 1)
                delta = 0
                handled += 1
            }
            delta += 1
            next = smallest + 1
        }
        return output
    }

    /// Returns the label that a text encodes; nil if the text is not valid Punycode.
    static func decode(_ text: Substring) -> String? {
        let hyphen = text.lastIndex(of: "-")
        var output = hyphen.map { Array(text[..<$0].unicodeScalars) } ?? []
        var digits = hyphen.map { text[text.index(after: $0)...].utf8[...] } ?? text.utf8
        var (scalar, index, state) = (UInt32(0x80), UInt32(0), Bias())
        while !digits.isEmpty {
            guard let delta = number(&digits, bias: state.value) else { return nil }
            let count = UInt32(output.count) + 1
            state.adapt(to: delta, count: count)
            let (sum, overflows) = index.addingReportingOverflow(delta)
            guard !overflows else { return nil }
            let (value, overflowsScalar) = scalar.addingReportingOverflow(sum / count)
            guard !overflowsScalar, let decoded = Unicode.Scalar(value) else { return nil }
            scalar = value
            index = sum % count
            output.insert(decoded, at: Int(index))
            index += 1
        }
        return String(String.UnicodeScalarView(output))
    }

    /// Appends a number as digits whose weights depend on the digits before them.
    private static func append(_ number: UInt32, bias: UInt32, to output: inout String) {
        var (rest, place) = (number, base)
        while true {
            let threshold = threshold(place, bias)
            guard rest >= threshold else { break }
            output.unicodeScalars.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            place += base
        }
        output.unicodeScalars.append(digit(rest))
    }

    /// Removes the digits of a number and returns its value.
    private static func number(_ digits: inout Substring.UTF8View, bias: UInt32) -> UInt32? {
        var (number, weight, place) = (UInt32(0), UInt32(1), base)
        while let byte = digits.popFirst() {
            guard let digit = value(of: byte) else { return nil }
            let (step, overflows) = digit.multipliedReportingOverflow(by: weight)
            let (sum, overflowsSum) = number.addingReportingOverflow(step)
            guard !overflows, !overflowsSum else { return nil }
            number = sum
            let threshold = threshold(place, bias)
            if digit < threshold { return number }
            let (heavier, overflowsWeight) = weight.multipliedReportingOverflow(by: base - threshold)
            guard !overflowsWeight else { return nil }
            weight = heavier
            place += base
        }
        return nil
    }

    private static let base: UInt32 = 36

    private static func threshold(_ place: UInt32, _ bias: UInt32) -> UInt32 {
        place <= bias ? 1 : min(place - bias, 26)
    }

    /// The digits are `a` to `z`, then `0` to `9`.
    private static func digit(_ value: UInt32) -> Unicode.Scalar {
        Unicode.Scalar(UInt8(value < 26 ? value + 0x61 : value - 26 + 0x30))
    }

    private static func value(of byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) - 0x30 + 26
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte | 0x20) - 0x61
        default: nil
        }
    }

    /// The expected size of the next number (section 6.1).
    private struct Bias {
        var value: UInt32 = 72
        private var isFirst = true

        mutating func adapt(to delta: UInt32, count: UInt32) {
            var delta = isFirst ? delta / 700 : delta / 2
            isFirst = false
            delta += delta / count
            var steps: UInt32 = 0
            while delta > 455 {
                delta /= 35
                steps += 36
            }
            value = steps + 36 * delta / (delta + 38)
        }
    }
}
