extension AddressWriter {
    /// Reads and writes the query, and the `?` before it.
    mutating func writeQuery() {
        guard position < input.count, input[position] == UInt8(ascii: "?") else { return }
        position += 1
        let query = part { $0 == UInt8(ascii: "#") }
        position = query.endIndex
        let start = output.count
        output.append(UInt8(ascii: "?"))
        output.append(query, encoding: scheme.isSpecial ? .specialQuery : .query)
        if removesTracking, scheme.isFetched { removeTracking(from: start) }
    }

    private mutating func removeTracking(from start: Int) {
        let parameters = output[(start + 1)...].split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        let kept = parameters.filter { !TrackingParameters.contain($0) }
        guard kept.count < parameters.count else { return }
        let query = Array(kept.joined(separator: [UInt8(ascii: "&")]))
        output.removeSubrange((query.isEmpty ? start : start + 1)...)
        output += query
    }

    /// Reads and writes the fragment, unless it is empty or only says which text to highlight.
    mutating func writeFragment() {
        guard position < input.count else { return }
        let start = output.count
        output.append(UInt8(ascii: "#"))
        output.append(input[(position + 1)...], encoding: .fragment)
        if let directive = output.firstRange(of: ":~:".utf8, from: start) { output.removeSubrange(directive...) }
        if output.count == start + 1 { output.removeLast() }
    }
}

extension [UInt8] {
    /// Where these bytes come first, from a place on.
    fileprivate func firstRange(of bytes: String.UTF8View, from start: Int) -> Int? {
        self[start...].indices.first { self[$0...].starts(with: bytes) }
    }
}
