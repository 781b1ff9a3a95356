import LibraryInterface

/// The hosts of addresses: names, and numbers of both versions of the Internet Protocol.
enum AddressHost {
    /// The normal form of a host (URL Standard, section 3.5); an empty one stays empty.
    static func normal(_ bytes: ArraySlice<UInt8>, isSpecial: Bool) throws(AddressProblem) -> [UInt8] {
        guard let normal = bytes.first == UInt8(ascii: "[") ? address6(bytes) : isSpecial ? name(bytes) : opaque(bytes)
        else { throw .invalidHost(String(decoding: bytes, as: UTF8.self)) }
        return normal
    }

    private static func address6(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        guard bytes.count > 1, bytes.last == UInt8(ascii: "]"), let address = IPv6Address(bytes.dropFirst().dropLast())
        else { return nil }
        return Array("[\(address.text)]".utf8)
    }

    /// The name of a host, or a number of version 4, which looks like one.
    private static func name(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        guard let name = DomainName.ascii(bytes.percentDecoded), !name.isEmpty,
            !name.contains(where: ByteSet.forbiddenInDomain.contains)
        else { return nil }
        guard IPv4Address.isMeant(by: name) else { return name }
        return IPv4Address(name).map { Array($0.text.utf8) }
    }

    /// A host of which only its scheme knows what it means.
    private static func opaque(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        guard !bytes.contains(where: { $0 < 0x80 && ByteSet.forbiddenInHost.contains($0) }) else { return nil }
        var host: [UInt8] = []
        host.append(bytes, encoding: .control)
        return host
    }
}
