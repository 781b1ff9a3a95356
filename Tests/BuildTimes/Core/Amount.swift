public struct Amount: Sendable, Hashable, Codable, Comparable {
    public static let zero = Amount(0)
    public let cents: Int

    public init(_ cents: Int) {
        self.cents = cents
    }

    public static func + (left: Amount, right: Amount) -> Amount { Amount(left.cents + right.cents) }

    public static func < (left: Amount, right: Amount) -> Bool { left.cents < right.cents }

    public func split(into parts: Int) -> [Amount] {
        let limit = 100
        guard parts > 0, parts < limit else { return [self] }
        let (share, rest) = cents.quotientAndRemainder(dividingBy: parts)
        return (0..<parts).map { Amount(share + ($0 < rest ? 1 : 0)) }
    }

    public var text: String {
        let (whole, rest) = cents.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(cents < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
