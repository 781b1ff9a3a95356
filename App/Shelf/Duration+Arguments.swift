import CommandLineArguments

extension ParsedArguments {
    /// Returns the last value of the option as a duration, such as `50ms`, `20s` or `5m`. Returns
    /// `nil` if the option is missing.
    func duration(
        _ option: String,
        isZeroAllowed: Bool = true,
        expected: String = Duration.example
    ) throws(UsageError) -> Duration? {
        guard let text = value(option) else { return nil }
        guard let duration = Duration(text) else {
            throw .invalidValue(option: option, value: text, expected: expected)
        }
        guard isZeroAllowed || duration > .zero else {
            throw .invalidValue(option: option, value: text, expected: "a time greater than zero")
        }
        return duration
    }
}

extension Duration {
    static let example = "a time such as 50ms, 20s, 5m, 1h, 1d or 2w"

    private static let units: [(name: Substring, duration: Duration)] = [
        ("w", .seconds(604_800)),
        ("d", .seconds(86_400)),
        ("h", .seconds(3600)),
        ("m", .seconds(60)),
        ("s", .seconds(1)),
        ("ms", .milliseconds(1)),
    ]

    init?(_ text: String) {
        guard let match = text.wholeMatch(of: /(\d+)(\D+)/),
            let unit = Self.units.first(where: { $0.name == match.2 }),
            let number = Int(match.1), number <= 1_000_000
        else { return nil }
        self = unit.duration * number
    }

    /// The duration in the largest unit that expresses it as a whole number, such as `50ms`.
    var text: String {
        for (name, unit) in Self.units {
            let number = self / unit
            if number == number.rounded(), number > 0 {
                return "\(Int(number))\(name)"
            }
        }
        return "0s"
    }
}
