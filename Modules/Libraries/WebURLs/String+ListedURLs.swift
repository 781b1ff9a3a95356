extension String {
    /// The URLs in a line of a list. An empty line contains no URLs, and neither does a comment,
    /// which begins with `#`.
    ///
    /// URLs can contain spaces. White space ends a URL only if the next word has a Web scheme.
    public var listedURLs: [String] {
        let words = utf8.split { $0 == 0x20 || (0x09...0x0D).contains($0) }.map { Substring($0) }
        guard words.first?.utf8.first != UInt8(ascii: "#") else {
            return []
        }
        var urls: [String] = []
        for word in words {
            if urls.isEmpty || word.hasWebScheme {
                urls.append(String(word))
            } else {
                urls[urls.count - 1] += " " + word
            }
        }
        return urls
    }
}

extension StringProtocol {
    /// Whether the text starts with `http://` or `https://`, in any case.
    public var hasWebScheme: Bool {
        let start = prefix(8).lowercased()
        return start == "https://" || start.hasPrefix("http://")
    }
}
