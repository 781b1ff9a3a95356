extension WebURL {
    /// A parser that reads a URL part by part and appends the normal form of each part to its
    /// output.
    ///
    /// The parser follows the URL Standard for URLs without a base. It removes nothing from its
    /// output, except for path segments and an empty fragment.
    struct Normalizer {
        private let input: [UInt8]
        private let scheme: Scheme
        private var position: Int
        /// The normal form of the input before `position`.
        private(set) var output: [UInt8] = []

        init(_ input: [UInt8], scheme: Scheme) {
            self.input = input
            self.scheme = scheme
            position = scheme.name.utf8.count + 1
            output.reserveCapacity(input.count + 8)
        }

        mutating func run() throws(WebURLError) {
            output += scheme.name.utf8
            output.append(UInt8(ascii: ":"))
            if scheme.isFile {
                try appendFile()
            } else if scheme.isSpecial || isSlash(at: position) && isSlash(at: position + 1) {
                position += scheme.isSpecial ? input[position...].prefix(while: isSlash).count : 2
                try appendAuthority()
                appendPath(afterHost: true)
            } else if isSlash(at: position) {
                appendPath(afterHost: false)
            } else {
                appendOpaquePath()
            }
            appendQuery()
            appendFragment()
        }

        private mutating func read(until isEnd: (UInt8) -> Bool) -> ArraySlice<UInt8> {
            let part = input[position...].prefix { !isEnd($0) }
            position = part.endIndex
            return part
        }

        private func isSlash(at index: Int) -> Bool {
            index < input.count && isSlash(input[index])
        }

        private func isSlash(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") && scheme.isSpecial
        }

        private func endsAuthority(_ byte: UInt8) -> Bool {
            isSlash(byte) || byte.endsPath
        }

        /// Appends the host and the path of a `file:` URL. The host is optional, and the path may
        /// begin with a drive letter.
        private mutating func appendFile() throws(WebURLError) {
            output += "//".utf8
            guard isSlash(at: position), isSlash(at: position + 1) else {
                return appendPath(afterHost: true)
            }
            position += 2
            let start = position
            let host = read(until: endsAuthority)
            if host.isDriveLetter {
                position = start
            } else if !host.isEmpty {
                let normalized = try Host.normalize(host, isSpecial: true)
                if !normalized.elementsEqual("localhost".utf8) {
                    output += normalized
                }
            }
            appendPath(afterHost: true)
        }
    }
}

extension WebURL.Normalizer {
    private mutating func appendAuthority() throws(WebURLError) {
        let authority = read(until: endsAuthority)
        output += "//".utf8
        var host = authority
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            host = authority[(at + 1)...]
            guard !host.isEmpty else { throw .noHost }
            appendUserInfo(authority[..<at])
        }
        let portColon = host.portColon
        let name = host[..<(portColon ?? host.endIndex)]
        guard !name.isEmpty || !scheme.isSpecial && portColon == nil else {
            throw .noHost
        }
        output += try WebURL.Host.normalize(name, isSpecial: scheme.isSpecial)
        if let portColon {
            try appendPort(host[(portColon + 1)...])
        }
    }

    private mutating func appendUserInfo(_ bytes: ArraySlice<UInt8>) {
        let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        let password = bytes[colon...].dropFirst()
        output.append(bytes[..<colon], encoding: .userInfo)
        if !password.isEmpty {
            output.append(UInt8(ascii: ":"))
            output.append(password, encoding: .userInfo)
        }
        if colon > bytes.startIndex || !password.isEmpty {
            output.append(UInt8(ascii: "@"))
        }
    }

    private mutating func appendPort(_ digits: ArraySlice<UInt8>) throws(WebURLError) {
        var port = 0
        for digit in digits {
            if digit.isDigit {
                port = port * 10 + Int(digit - UInt8(ascii: "0"))
            }
            guard digit.isDigit, port <= 65535 else {
                throw .invalidPort(String(decoding: digits, as: UTF8.self))
            }
        }
        guard !digits.isEmpty, port != scheme.defaultPort else {
            return
        }
        output.append(UInt8(ascii: ":"))
        output += String(port).utf8
    }
}

extension ArraySlice<UInt8> {
    /// The index of the colon before the port, which is the first colon outside of brackets.
    fileprivate var portColon: Int? {
        var isInBrackets = false
        return firstIndex { byte in
            if byte == UInt8(ascii: "[") {
                isInBrackets = true
            }
            if byte == UInt8(ascii: "]") {
                isInBrackets = false
            }
            return byte == UInt8(ascii: ":") && !isInBrackets
        }
    }

    fileprivate var isDriveLetter: Bool {
        guard count == 2, self[startIndex].isLetter else {
            return false
        }
        let mark = self[startIndex + 1]
        return mark == UInt8(ascii: ":") || mark == UInt8(ascii: "|")
    }
}

extension UInt8 {
    fileprivate var endsPath: Bool {
        self == UInt8(ascii: "?") || self == UInt8(ascii: "#")
    }
}

extension WebURL.Normalizer {
    /// Appends a path without its dot segments.
    ///
    /// - Parameter afterHost: Whether the path follows a host, which may be empty. Otherwise, the
    ///   path follows the scheme.
    private mutating func appendPath(afterHost: Bool) {
        var rest = read(until: \.endsPath)
        // The path of a URL with a special scheme is never empty.
        guard !rest.isEmpty || scheme.isSpecial else { return }
        let start = output.count
        if let first = rest.first, isSlash(first) {
            rest = rest.dropFirst()
        }
        while true {
            let end = rest.firstIndex(where: isSlash)
            appendSegment(rest[..<(end ?? rest.endIndex)], pathStart: start, isLast: end == nil)
            guard let end else { break }
            rest = rest[(end + 1)...]
        }
        // If no host precedes the path, a path that begins with `//` would look like a host, so
        // `/.` is inserted before the path.
        if !afterHost, output[start...].starts(with: "//".utf8) {
            output.insert(contentsOf: "/.".utf8, at: start)
        }
    }

    private mutating func appendSegment(
        _ segment: ArraySlice<UInt8>,
        pathStart: Int,
        isLast: Bool
    ) {
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
            if isLast {
                output.append(UInt8(ascii: "/"))
            }
        case 2 where scheme.isFile && slash == pathStart && written.isDriveLetter:
            output[slash + 2] = UInt8(ascii: ":")
        default:
            break
        }
    }

    /// Removes the last segment, unless it is a drive letter.
    private mutating func removeLastSegment(pathStart: Int) {
        let path = output[pathStart...]
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else {
            return
        }
        if scheme.isFile, slash == pathStart, path.dropFirst().isDriveLetter {
            return
        }
        output.removeSubrange(slash...)
    }

    /// Appends a path whose meaning depends on the scheme, such as the path of a `mailto:` URL.
    private mutating func appendOpaquePath() {
        output.append(read(until: \.endsPath), encoding: .control)
        // A space at the end of the path is encoded, because it could be trimmed if the normal form
        // were parsed again.
        if position < input.count, output.last == UInt8(ascii: " ") {
            output.removeLast()
            output.appendPercentEncoded(UInt8(ascii: " "))
        }
    }
}

extension WebURL.Normalizer {
    private mutating func appendQuery() {
        guard position < input.count, input[position] == UInt8(ascii: "?") else {
            return
        }
        position += 1
        output.append(UInt8(ascii: "?"))
        let query = read { $0 == UInt8(ascii: "#") }
        output.append(query, encoding: scheme.isSpecial ? .specialQuery : .query)
    }

    private mutating func appendFragment() {
        guard position < input.count else { return }
        let start = output.count
        output.append(UInt8(ascii: "#"))
        output.append(input[(position + 1)...], encoding: .fragment)
        if output.count == start + 1 {
            output.removeLast()
        }
    }
}
