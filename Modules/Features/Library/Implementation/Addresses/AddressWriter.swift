import LibraryInterface

/// Reads an address part by part, as the URL Standard does without a base, and writes the normal form of each.
///
/// The parts are written in the order in which they stand; nothing but the path is ever taken back.
struct AddressWriter {
    let input: [UInt8]
    let scheme: AddressScheme
    let removesTracking: Bool
    /// The place in the input that is read next.
    var position: Int
    /// The normal form as far as it is written.
    var output: [UInt8] = []

    init(_ input: AddressInput, scheme: AddressScheme, removesTracking: Bool) {
        self.input = input.bytes
        self.scheme = scheme
        self.removesTracking = removesTracking
        position = scheme.name.utf8.count + 1
        output.reserveCapacity(self.input.count + 8)
    }

    mutating func write() throws(AddressProblem) {
        output += scheme.name.utf8
        output.append(UInt8(ascii: ":"))
        if scheme.isFile {
            try writeFile()
        } else if scheme.isSpecial {
            while isSlash(position) { position += 1 }
            try writeAuthority()
            writePath(afterHost: true)
        } else if isSlash(position), isSlash(position + 1) {
            position += 2
            try writeAuthority()
            writePath(afterHost: true)
        } else if isSlash(position) {
            writePath(afterHost: false)
        } else {
            writeOpaquePath()
        }
        writeQuery()
        writeFragment()
    }

    /// `file:` addresses need no host, and what looks like the drive of a disk is part of the path.
    private mutating func writeFile() throws(AddressProblem) {
        output += "//".utf8
        guard isSlash(position), isSlash(position + 1) else { return writePath(afterHost: true) }
        position += 2
        let host = part { $0.isSlash(of: scheme) || $0.endsPath }
        if !host.isDriveLetter, !host.isEmpty {
            let start = output.count
            output += try AddressHost.normal(host, isSpecial: true)
            if output[start...].elementsEqual("localhost".utf8) { output.removeSubrange(start...) }
            position = host.endIndex
        }
        writePath(afterHost: true)
    }

    /// Whether a slash, or what the scheme takes for one, stands at a place of the input.
    func isSlash(_ index: Int) -> Bool { index < input.count && input[index].isSlash(of: scheme) }

    /// What is left of the input up to a byte that ends it.
    func part(until isEnd: (UInt8) -> Bool) -> ArraySlice<UInt8> { input[position...].prefix { !isEnd($0) } }
}

extension UInt8 {
    /// Whether it is a slash, or a backslash in a scheme that takes it for one.
    func isSlash(of scheme: AddressScheme) -> Bool {
        self == UInt8(ascii: "/") || self == UInt8(ascii: "\\") && scheme.isSpecial
    }

    /// Whether a query or a fragment begins with it.
    var endsPath: Bool { self == UInt8(ascii: "?") || self == UInt8(ascii: "#") }
}

extension ArraySlice<UInt8> {
    /// Whether it names a disk, as `C:` and `C|` do.
    var isDriveLetter: Bool {
        count == 2 && self[startIndex].isLetter
            && (self[startIndex + 1] == UInt8(ascii: ":") || self[startIndex + 1] == UInt8(ascii: "|"))
    }
}
