extension AddressWriter {
    /// Reads and writes a path, without its dot segments.
    ///
    /// - Parameter afterHost: Whether a host, if only an empty one, stands before it.
    mutating func writePath(afterHost: Bool) {
        let path = part(until: \.endsPath)
        position = path.endIndex
        // Only a path of a special scheme is never empty.
        guard !path.isEmpty || scheme.isSpecial else { return }
        let start = output.count
        var rest = path
        if rest.first?.isSlash(of: scheme) == true { rest = rest.dropFirst() }
        while true {
            let end = rest.firstIndex { $0.isSlash(of: scheme) }
            writeSegment(rest[..<(end ?? rest.endIndex)], pathStart: start, isLast: end == nil)
            guard let end else { break }
            rest = rest[(end + 1)...]
        }
        // What follows the scheme must not look like a host.
        if !afterHost, output[start...].starts(with: "//".utf8) { output.insert(contentsOf: "/.".utf8, at: start) }
    }

    private mutating func writeSegment(_ segment: ArraySlice<UInt8>, pathStart: Int, isLast: Bool) {
        let slash = output.count
        output.append(UInt8(ascii: "/"))
        output.append(segment, encoding: .path)
        let written = output[(slash + 1)...]
        switch written.count {
        case 1 where written.elementsEqual(".".utf8):
            output.removeSubrange((isLast ? slash + 1 : slash)...)
        case 2 where written.elementsEqual("..".utf8):
            output.removeSubrange(slash...)
            removeLastSegment(pathStart: pathStart)
            if isLast { output.append(UInt8(ascii: "/")) }
        case 2 where scheme.isFile && slash == pathStart && written.isDriveLetter:
            output[slash + 2] = UInt8(ascii: ":")
        default: break
        }
    }

    /// Takes the last segment back, but not the drive of a disk.
    private mutating func removeLastSegment(pathStart: Int) {
        let path = output[pathStart...]
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return }
        if scheme.isFile, slash == pathStart, path.dropFirst().isDriveLetter { return }
        output.removeSubrange(slash...)
    }

    /// Reads and writes a path that only its scheme understands, such as that of `mailto:`.
    mutating func writeOpaquePath() {
        let path = part(until: \.endsPath)
        position = path.endIndex
        output.append(path, encoding: .control)
        // A space at the end would not come through a second reading.
        if position < input.count, output.last == UInt8(ascii: " ") {
            output.removeLast()
            output.appendPercentEncoded(UInt8(ascii: " "))
        }
    }
}
