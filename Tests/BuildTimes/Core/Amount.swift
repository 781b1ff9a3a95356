/// A sum of money in the smallest unit of its currency.
public struct Amount: Sendable, Hashable, Codable, Comparable {
    /// Nothing at all.
    public static let zero = Amount(0)
    /// Cents.
    public let cents: Int

    /// Makes an amount from cents.
    public init(_ cents: Int) {
        self.cents = cents
    }

    /// The sum of both.
    public static func + (left: Amount, right: Amount) -> Amount { Amount(left.cents + right.cents) }

    public static func < (left: Amount, right: Amount) -> Bool { left.cents < right.cents }

    /// The amount in equal parts; the first ones take the cents that are left over.
    public func split(into parts: Int) -> [Amount] {
        let limit = 100
        guard parts > 0, parts < limit else { return [self] }
        let (share, rest) = cents.quotientAndRemainder(dividingBy: parts)
        return (0..<parts).map { Amount(share + ($0 < rest ? 1 : 0)) }
    }

    /// The amount as people write it, such as `12.05`.
    public var text: String {
        let (whole, rest) = cents.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(cents < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
