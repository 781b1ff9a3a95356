import CheckingInterface
import CommandLineArguments

extension CheckPolicy {
    /// Reads the policy of `shelf check` from its options.
    init(_ arguments: ParsedArguments) throws(UsageError) {
        self.init()
        concurrency = try arguments.integer("--concurrency", in: 1...1024) ?? concurrency
        perHost = try arguments.integer("--per-host", in: 1...1024) ?? perHost
        retries = try arguments.integer("--retries", in: 0...20) ?? retries
        interval = try arguments.duration("--interval") ?? interval
        timeout = try arguments.duration("--timeout", isZeroAllowed: false) ?? timeout
        maxAge = try arguments.duration("--max-age")
        if let text = arguments.value("--accept") {
            guard let ranges = Self.statuses(text) else {
                throw .badValue(option: "--accept", value: text, expected: "statuses and ranges, such as 200..=299,429")
            }
            accepted = ranges
        }
    }

    /// Statuses and ranges of them, separated by commas; nil when it is none.
    private static func statuses(_ text: String) -> [ClosedRange<Int>]? {
        var ranges: [ClosedRange<Int>] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let isClosed = part.contains("..=")
            let bounds = part.split(separator: isClosed ? "..=" : "..", omittingEmptySubsequences: false).map {
                Int($0)
            }
            guard let first = bounds.first ?? nil, let last = bounds.last ?? nil, bounds.count <= 2 else { return nil }
            guard 100...999 ~= first, 100...1000 ~= last else { return nil }
            let end = isClosed || bounds.count == 1 ? last : last - 1
            guard first <= end, end <= 999 else { return nil }
            ranges.append(first...end)
        }
        return ranges
    }
}

extension ParsedArguments {
    /// The last value of the option as a time such as `50ms`, `20s`, `5m`, or nil.
    fileprivate func duration(
        _ option: String, isZeroAllowed: Bool = true
    ) throws(UsageError) -> Duration? {
        guard let text = value(option) else { return nil }
        let units: [(String, Duration)] = [
            ("ms", .milliseconds(1)), ("s", .seconds(1)), ("m", .seconds(60)), ("h", .seconds(3600)),
            ("d", .seconds(86_400)),
        ]
        for (unit, length) in units where text.hasSuffix(unit) {
            guard let number = Int(text.dropLast(unit.count)), 0...1_000_000 ~= number else { break }
            guard isZeroAllowed || number > 0 else {
                throw .badValue(option: option, value: text, expected: "a time above zero")
            }
            return length * number
        }
        throw .badValue(option: option, value: text, expected: "a time such as 50ms, 20s, 5m, 1h or 1d")
    }
}
