/// Header fields by name, without regard to the case of names (RFC 9110, section 5.1).
public struct HTTPHeaders: Sendable, Hashable {
    private var fields: [String: String] = [:]

    /// Makes header fields from names and values; where a name comes twice, the values are joined with a comma.
    public init(_ fields: some Sequence<(String, String)>) {
        for (name, value) in fields {
            self[name] = self[name].map { "\($0), \(value)" } ?? value
        }
    }

    /// The value of a field, or nil when it is missing.
    public subscript(name: String) -> String? {
        get { fields[name.lowercased()] }
        set { fields[name.lowercased()] = newValue }
    }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }
}

extension HTTPHeaders: Sequence {
    /// Goes through the fields: names in lower case, in no particular order.
    public func makeIterator() -> some IteratorProtocol<(key: String, value: String)> { fields.makeIterator() }
}
