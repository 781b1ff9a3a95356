/// What `swift package dump-package` prints, as far as modules are concerned.
struct ManifestDump: Decodable {
    struct Target: Decodable {
        let name: String
        let type: String
        let path: String?
        let sources: [String]?
        let exclude: [String]
        let resources: [Resource]
        let packageAccess: Bool?
        let dependencies: [Dependency]
        /// The plugins, written as dependencies are: `{"plugin": ["Boundaries", null]}`.
        let pluginUsages: [Dependency]?
    }

    struct Resource: Decodable {
        let path: String
        let rule: Rule

        /// `{"copy": {}}`, `{"process": {}}` or `{"embedInCode": {}}`.
        struct Rule: Decodable {
            let isCompiled: Bool

            init(from decoder: any Decoder) throws {
                let names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
                isCompiled = names == ["process"]
            }
        }
    }

    /// `{"byName": ["Core", null]}`, `{"target": ["Core", null]}` or `{"product": ["Logging", "swift-log", …]}`.
    struct Dependency: Decodable, Hashable {
        let name: String
        /// The other package whose product it is, where that is said.
        let package: String?

        init(from decoder: any Decoder) throws {
            let kinds = try decoder.container(keyedBy: AnyKey.self)
            guard let kind = kinds.allKeys.first else {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "a dependency of no kind"))
            }
            var parts = try kinds.nestedUnkeyedContainer(forKey: kind)
            name = try parts.decode(String.self)
            package = kind.stringValue == "product" ? try parts.decodeIfPresent(String.self) : nil
        }
    }

    /// A package on which this one depends; that there are any is all that matters.
    struct Package: Decodable {}

    let name: String
    let dependencies: [Package]
    let targets: [Target]
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
