/// A JSON value in a description of a manifest. Values with the same meaning are equal.
package enum ManifestValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case list([ManifestValue])
    /// A list whose order has no meaning, as the number of times that it contains each element.
    case unordered([ManifestValue: Int])
    case object([String: ManifestValue])

    /// The keys of lists whose order has no meaning. SwiftPM prints some of these lists in random
    /// order.
    private static let unorderedKeys: Set = [
        "traits", "enabledTraits", "platformNames", "platforms", "dependencies", "pluginUsages",
        "exclude", "sources", "resources",
    ]

    /// Creates an object. The order of lists with certain keys is ignored.
    init(members: [String: ManifestValue]) {
        var members = members
        for key in Self.unorderedKeys {
            if case .list(let elements)? = members[key] {
                members[key] = .unordered(Dictionary(elements.map { ($0, 1) }, uniquingKeysWith: +))
            }
        }
        self = .object(members)
    }

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    subscript(key: String) -> ManifestValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// The elements of a list whose order has a meaning.
    var elements: [ManifestValue] {
        if case .list(let elements) = self { elements } else { [] }
    }

    /// Returns the value with each text replaced.
    func mapTexts(_ transform: (String) -> String) -> ManifestValue {
        switch self {
        case .null, .boolean, .number: self
        case .text(let text): .text(transform(text))
        case .list(let elements): .list(elements.map { $0.mapTexts(transform) })
        case .unordered(let counts):
            .unordered(
                Dictionary(
                    counts.map { ($0.mapTexts(transform), $1) },
                    uniquingKeysWith: +
                )
            )
        case .object(let members): .object(members.mapValues { $0.mapTexts(transform) })
        }
    }
}

extension ManifestValue: Decodable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let members = try? value.decode([String: ManifestValue].self) {
            self.init(members: members)
        } else if let elements = try? value.decode([ManifestValue].self) {
            self = .list(elements)
        } else if let boolean = try? value.decode(Bool.self) {
            self = .boolean(boolean)
        } else {
            self = .number(try value.decode(Double.self))
        }
    }
}
