import Library
import LibraryInterface
import Testing

struct AddressStabilityTests {
    /// The seeds of the mutations; each makes the same addresses in every run.
    private static let seeds: [UInt64] = [1, 2, 3, 4]

    @Test(arguments: seeds)
    func `the normal form of a normal form is itself`(_ seed: UInt64) throws {
        var mutation = AddressMutation(seed: seed)
        let rules = [
            AddressRules(), AddressRules(removesTracking: true),
            AddressRules(removesTracking: true, keepsAnyScheme: true),
        ]
        var normalised = 0
        for index in 0..<3_000 {
            let written = mutation.next()
            let rules = rules[index % rules.count]
            guard let normal = try? WebAddress(written, rules: rules).text else { continue }
            normalised += 1
            #expect(try WebAddress(normal, rules: rules).text == normal, "\(written.debugDescription)")
        }
        #expect(normalised > 1_000)
    }

    @Test(arguments: seeds)
    func `a normal form is printable ASCII`(_ seed: UInt64) {
        var mutation = AddressMutation(seed: seed + 100)
        for _ in 0..<1_000 {
            let written = mutation.next()
            guard let normal = try? WebAddress(written).text else { continue }
            #expect(normal.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "\(written.debugDescription)")
        }
    }
}

/// Makes addresses that are nearly right from those that are.
private struct AddressMutation {
    private var state: UInt64
    private let sources = (AddressVectors.web + AddressVectors.otherSchemes).map { Array($0.0.unicodeScalars) }
    private let pieces = [
        "/", "\\", "?", "#", ":", "@", ".", "..", "%", "%2", "%2e", "%41", "%7C", "%25", "[", "]", "::", "0x", "1", "a",
        "C|", "ä", "xn--", "-", " ", "\t", "&", "utm_a=b", ":~:", "\u{5D0}", "\u{AD}", "\u{200D}", "é",
    ].map { Array($0.unicodeScalars) }

    init(seed: UInt64) { state = seed }

    mutating func next() -> String {
        var scalars = sources[random(sources.count)]
        for _ in 0...random(4) {
            let place = random(scalars.count + 1)
            switch random(4) {
            case 0 where place < scalars.count: scalars.remove(at: place)
            case 1: scalars.insert(contentsOf: scalars[place...].prefix(5), at: random(scalars.count + 1))
            case 2: scalars = scalars[..<place] + sources[random(sources.count)].suffix(random(12))
            default: scalars.insert(contentsOf: pieces[random(pieces.count)], at: place)
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// A number below a bound, by SplitMix64.
    private mutating func random(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ mixed >> 31) % UInt64(bound))
    }
}
