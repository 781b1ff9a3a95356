import LibraryInterface

extension AddressWriter {
    /// Reads and writes what stands before the path: user and password, host and port.
    mutating func writeAuthority() throws(AddressProblem) {
        let authority = part { $0.isSlash(of: scheme) || $0.endsPath }
        position = authority.endIndex
        output += "//".utf8
        var host = authority
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            host = authority[(at + 1)...]
            guard !host.isEmpty else { throw .noHost }
            writeUserInfo(authority[..<at])
        }
        let portColon = host.portColon
        let name = host[..<(portColon ?? host.endIndex)]
        guard !name.isEmpty || !scheme.isSpecial && portColon == nil else { throw .noHost }
        output += try AddressHost.normal(name, isSpecial: scheme.isSpecial)
        if let portColon { try writePort(host[(portColon + 1)...]) }
    }

    private mutating func writeUserInfo(_ bytes: ArraySlice<UInt8>) {
        let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        let password = bytes[colon...].dropFirst()
        output.append(bytes[..<colon], encoding: .userInfo)
        if !password.isEmpty {
            output.append(UInt8(ascii: ":"))
            output.append(password, encoding: .userInfo)
        }
        if colon > bytes.startIndex || !password.isEmpty { output.append(UInt8(ascii: "@")) }
    }

    private mutating func writePort(_ digits: ArraySlice<UInt8>) throws(AddressProblem) {
        var port = 0
        for digit in digits {
            guard digit.isDigit, port <= 65535 else { throw .invalidPort(String(decoding: digits, as: UTF8.self)) }
            port = port * 10 + Int(digit - UInt8(ascii: "0"))
        }
        guard port <= 65535 else { throw .invalidPort(String(decoding: digits, as: UTF8.self)) }
        guard !digits.isEmpty, port != scheme.defaultPort else { return }
        output.append(UInt8(ascii: ":"))
        output += String(port).utf8
    }
}

extension ArraySlice<UInt8> {
    /// The colon before the port: the first one outside of brackets.
    fileprivate var portColon: Int? {
        var isInBrackets = false
        return firstIndex { byte in
            if byte == UInt8(ascii: "[") { isInBrackets = true }
            if byte == UInt8(ascii: "]") { isInBrackets = false }
            return byte == UInt8(ascii: ":") && !isInBrackets
        }
    }
}
