/// Numbers that look random and are the same on each machine and in each run: SplitMix64.
struct RandomNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number below a limit. What the standard library makes of a generator may change with its version; this does not.
    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// Whether something happens that happens so many times in a hundred.
    mutating func happens(percent: Int) -> Bool { below(100) < percent }
}
