extension String {
    /// The most likely URL of a string that begins with a host, such as `example.org/` or
    /// `localhost:8080`, or `nil` for other strings.
    ///
    /// The scheme is `http` for an IPv4 address or a local host, because such a server rarely has a
    /// certificate.
    public var likelyURL: String? {
        let start = /([^\s\/:@?#.]+(\.[^\s\/:@?#.]+)+|localhost)\.?(:\d+)?([\/?#].*)?/
        guard wholeMatch(of: start) != nil else { return nil }
        let local = /([^\/:?#]+\.)?localhost|\d+\.\d+\.\d+\.\d+/
        let isLocal = prefix { !"/:?#".contains($0) }.wholeMatch(of: local) != nil
        return "\(isLocal ? "http" : "https")://\(self)"
    }
}
