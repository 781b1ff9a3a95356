import Injection

public enum ManyFactories {
    public static func registerAndResolve(in container: Shelf) {
        for name in names {
            container(name: name) { MemoryLinkStore() as any LinkStore }.register { EmptyLinkStore() }
            _ = container(name: name) { MemoryLinkStore() as any LinkStore }()
        }
    }

    /// Resolves up to 10,000 factories, with a thousand names in each of ten files.
    public static func resolve(_ count: Int, in container: Shelf) {
        for number in 0..<count {
            let (file, name) = number.quotientAndRemainder(dividingBy: names.count)
            _ = container(name: names[name], fileID: names[file]) { MemoryLinkStore() as any LinkStore }.cached()
        }
    }

    // A name's file is not part of a factory's hash: fewer names in more files would measure collisions.
    private static let names = (0..<1_000).map { StaticString(copying: "\($0)") }
}

extension StaticString {
    /// Creates a string that is not a literal of this program, instead of a thousand literals.
    fileprivate init(copying content: String) {
        // Never freed, like the bytes of a literal.
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: content.utf8.count + 1)
        _ = unsafe bytes.initialize(from: Array(content.utf8) + [0])
        let start = UInt(bitPattern: bytes.baseAddress)
        // The compiler's layout of a literal: the start, the length and a flag for ASCII.
        self = unsafe unsafeBitCast((start, UInt(content.utf8.count), UInt8(2)), to: StaticString.self)
    }
}
