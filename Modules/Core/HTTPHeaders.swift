/// Header fields, keyed by names that are compared without regard to case (RFC 9110, section 5.1).
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral, Sequence {
    private var fields: [String: String] = [:]

    /// Creates header fields. If a name is repeated, its values are joined with commas. The values
    /// of `Set-Cookie` are joined with line breaks (RFC 9110, section 5.3).
    public init(_ fields: some Sequence<(String, String)>) {
        for (name, value) in fields {
            let key = name.lowercased()
            // The value is extended in place, so many fields with one name take linear time.
            if self.fields[key]?.append((key == "set-cookie" ? "\n" : ", ") + value) == nil {
                self.fields[key] = value
            }
        }
    }

    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements)
    }

    public subscript(name: String) -> String? {
        get { fields[name.lowercased()] }
        set { fields[name.lowercased()] = newValue }
    }

    /// Returns an iterator over the lowercase names and their values, in no particular order.
    public func makeIterator() -> some IteratorProtocol<(key: String, value: String)> {
        fields.makeIterator()
    }
}
