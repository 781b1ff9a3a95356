extension String {
    /// The URL without `http://` or `https://`, a leading `www.`, and a slash at the end of the
    /// path. URLs of one page often differ only in these parts.
    public var urlAddress: String {
        let end = firstIndex { $0 == "?" || $0 == "#" } ?? endIndex
        let scheme = hasWebScheme ? self[..<end].prefix { $0 != "/" }.count + 2 : 0
        let address = self[..<end].dropFirst(scheme).trimmingPrefix("www.")
        return String(address.hasSuffix("/") ? address.dropLast() : address) + self[end...]
    }
}
