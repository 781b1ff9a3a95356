extension [UInt8] {
    /// Creates bytes from hexadecimal numbers that are separated by spaces.
    init(hex: some StringProtocol) {
        self = hex.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }
}
