/// `boundaries.json` as it is written.
struct RulesFile: Decodable {
    struct Layer: Decodable {
        let name: String
        let paths: [String]?
        let modules: [String]?
        let sees: Sight
        let reason: String?
        let mocks: Bool?
        let packageAccess: Bool?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case name, paths, modules, sees, reason, mocks, packageAccess
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(knowing: CodingKeys.self)
            name = try values.decode(String.self, forKey: .name)
            paths = try values.decodeIfPresent([String].self, forKey: .paths)
            modules = try values.decodeIfPresent([String].self, forKey: .modules)
            sees = try values.decode(Sight.self, forKey: .sees)
            reason = try values.decodeIfPresent(String.self, forKey: .reason)
            mocks = try values.decodeIfPresent(Bool.self, forKey: .mocks)
            packageAccess = try values.decodeIfPresent(Bool.self, forKey: .packageAccess)
        }
    }

    /// A list of layers, `"*"` for all modules, or `"subject"` for what tests may see.
    struct Sight: Decodable {
        let sight: BoundaryRules.Layer.Sight

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            guard let word = try? value.decode(String.self) else {
                sight = .layers(try value.decode([String].self))
                return
            }
            switch word {
            case "*": sight = .everything
            case "subject": sight = .subject
            default:
                throw DecodingError.dataCorruptedError(
                    in: value, debugDescription: "'\(word)' is neither a list of layers, nor \"*\", nor \"subject\"")
            }
        }
    }

    struct Exception: Decodable {
        let module: String
        let sees: String
        let reason: String

        enum CodingKeys: String, CodingKey, CaseIterable { case module, sees, reason }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(knowing: CodingKeys.self)
            module = try values.decode(String.self, forKey: .module)
            sees = try values.decode(String.self, forKey: .sees)
            reason = try values.decode(String.self, forKey: .reason)
        }
    }

    let extends: String?
    let documentation: String?
    let layers: [Layer]?
    let exceptions: [Exception]?
    let reexports: Bool?

    enum CodingKeys: String, CodingKey, CaseIterable { case extends, documentation, layers, exceptions, reexports }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(knowing: CodingKeys.self)
        extends = try values.decodeIfPresent(String.self, forKey: .extends)
        documentation = try values.decodeIfPresent(String.self, forKey: .documentation)
        layers = try values.decodeIfPresent([Layer].self, forKey: .layers)
        exceptions = try values.decodeIfPresent([Exception].self, forKey: .exceptions)
        reexports = try values.decodeIfPresent(Bool.self, forKey: .reexports)
    }
}

// MARK: - Strictness

extension Decoder {
    /// A container of an object all of whose keys are known, so that no misspelt key is passed over.
    fileprivate func container<Key: CodingKey & CaseIterable>(
        knowing keys: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        let known = Key.allCases.map(\.stringValue)
        for key in try container(keyedBy: AnyKey.self).allKeys where !known.contains(key.stringValue) {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: codingPath,
                    debugDescription:
                        "the key '\(key.stringValue)' is not known; known are \(known.joined(separator: ", "))"))
        }
        return try container(keyedBy: keys)
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
