import Injection

public enum ManyFactories {
    public static func registerAndResolve(in container: Shelf) {
        for name in names.prefix(1_000) {
            container(name: name) { MemoryLinkStore() as any LinkStore }.register { EmptyLinkStore() }
            _ = container(name: name) { MemoryLinkStore() as any LinkStore }()
        }
    }

    public static func resolve(_ count: Int, in container: Shelf) {
        for name in names.prefix(count) { _ = container(name: name) { MemoryLinkStore() as any LinkStore }.cached() }
    }

    // A factory's name must be a literal. These have the layout of literals, and are never freed: the address of the bytes, their number, and
    // a flag for ASCII.
    private static let names: [StaticString] = (0..<10_000).map { number in
        let name = "link\(number)".utf8
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: name.count + 1)
        _ = unsafe bytes.initialize(from: Array(name) + [0])
        let address = UInt(bitPattern: bytes.baseAddress)
        return unsafe unsafeBitCast((address, UInt(name.count), UInt8(2)), to: StaticString.self)
    }
}
