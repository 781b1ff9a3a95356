#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What is wrong with a file of rules.
public struct LayerRulesError: Error, Hashable, CustomStringConvertible {
    /// Where, and what to do, in one line.
    public let description: String

    /// Says what is wrong.
    public init(description: String) { self.description = description }

    /// The same error, with the path of the file.
    public init(path: String, _ error: LayerRulesError) { description = "\(path): \(error.description)" }
}

extension LayerRules {
    /// Reads `boundaries.json`.
    ///
    /// - Throws: ``LayerRulesError`` when it is no JSON, has keys or values that are not known, or names layers that are
    ///   not there.
    public init(json data: Data) throws(LayerRulesError) {
        let file: File
        do {
            file = try JSONDecoder().decode(File.self, from: data)
        } catch let error as DecodingError {
            throw LayerRulesError(error)
        } catch {
            throw LayerRulesError(description: "it is not JSON: \(error)")
        }
        let base: LayerRules =
            switch file.extends {
            case nil: .none
            case "workspace": .workspace
            case .some(let name): throw LayerRulesError(description: "extends: '\(name)' is not known; 'workspace' is")
            }
        // Layers of the file come first, so that they can take modules out of those they extend.
        let layers = try (file.layers ?? []).enumerated().map(Self.layer) + base.layers
        self.init(
            layers: layers, exceptions: try (file.exceptions ?? []).enumerated().map(Self.exception),
            documentation: file.documentation ?? base.documentation,
            allowsReexports: file.reexports ?? (base.allowsReexports && layers.isEmpty), container: base.container)
        try checkNames(in: file)
    }

    private static func layer(_ index: Int, _ layer: File.Layer) throws(LayerRulesError) -> Layer {
        guard layer.name.contains(where: \.isLetter) else {
            throw LayerRulesError(description: "layers[\(index)].name: a layer needs a name")
        }
        guard layer.paths?.isEmpty == false || layer.modules?.isEmpty == false else {
            throw LayerRulesError(description: "layers[\(index)]: '\(layer.name)' needs paths or modules")
        }
        return Layer(
            layer.name, paths: layer.paths ?? [], modules: layer.modules ?? [], sees: layer.sees.sight,
            reason: layer.reason ?? "", holdsMocks: layer.mocks ?? false, packageAccess: layer.packageAccess)
    }

    private static func exception(_ index: Int, _ exception: File.Exception) throws(LayerRulesError) -> Exception {
        guard exception.reason.contains(where: \.isLetter) else {
            throw LayerRulesError(description: "exceptions[\(index)].reason: an exception needs a reason")
        }
        return Exception(module: exception.module, sees: exception.sees, reason: exception.reason)
    }

    private func checkNames(in file: File) throws(LayerRulesError) {
        let names = layers.map(\.name)
        for (index, layer) in (file.layers ?? []).enumerated() {
            guard case .layers(let seen) = layer.sees.sight else { continue }
            if let unknown = seen.first(where: { !names.contains($0) }) {
                let known = names.joined(separator: ", ")
                throw LayerRulesError(
                    description: "layers[\(index)].sees: there is no layer '\(unknown)'; the layers are \(known)")
            }
        }
        if let twice = names.first(where: { name in names.filter { $0 == name }.count > 1 }) {
            throw LayerRulesError(description: "layers: there are two layers '\(twice)'")
        }
    }
}

/// `boundaries.json` as it is written.
private struct File: Decodable {
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

extension LayerRulesError {
    fileprivate init(_ error: DecodingError) {
        let (context, words): (DecodingError.Context, String?) =
            switch error {
            case .keyNotFound(let key, let context): (context, "the key '\(key.stringValue)' is missing")
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                (context, nil)
            @unknown default: (DecodingError.Context(codingPath: [], debugDescription: "\(error)"), nil)
            }
        let path = context.codingPath.reduce("") { path, key in
            key.intValue.map { "\(path)[\($0)]" } ?? (path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)")
        }
        let cause = context.underlyingError.map { " (\($0))" } ?? ""
        self.init(description: (path.isEmpty ? "" : "\(path): ") + (words ?? context.debugDescription + cause))
    }
}
