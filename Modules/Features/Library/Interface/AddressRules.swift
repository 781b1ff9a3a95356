/// What a library does with addresses beyond what it must.
public struct AddressRules: Sendable, Hashable {
    /// Whether parameters that only track readers, such as `utm_source`, are taken out of addresses.
    public var removesTracking: Bool
    /// Whether addresses that cannot be fetched, such as `mailto:` and `javascript:` ones, are kept too.
    public var keepsAnyScheme: Bool

    /// Makes rules; without arguments, those that change and keep the least.
    public init(removesTracking: Bool = false, keepsAnyScheme: Bool = false) {
        self.removesTracking = removesTracking
        self.keepsAnyScheme = keepsAnyScheme
    }
}
