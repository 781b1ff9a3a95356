#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

public struct LayerRulesError: Error, Hashable, CustomStringConvertible {
    /// One line: the key and the reason, and with ``init(path:_:)`` also the file and the remedy.
    public let description: String
    public init(description: String) { self.description = description }

    /// Adds the path of the file and the remedy.
    public init(path: String, _ error: LayerRulesError) {
        description = "\(path): \(error.description); 'bulkhead check --help' shows an example"
    }
}

extension LayerRules {
    /// Reads a `boundaries.json`. Throws an error if the data is not JSON, has unknown keys or values, or names a layer that does not exist.
    public init(json data: Data) throws(LayerRulesError) {
        let file: RulesFile
        do {
            file = try JSONDecoder().decode(RulesFile.self, from: data)
        } catch let error as DecodingError {
            throw LayerRulesError(error)
        } catch { throw LayerRulesError(description: "not valid JSON: \(error)") }
        var layers = file.layers
        let names = layers.map(\.name)
        try Self.check(layers, names)
        for (index, exception) in file.exceptions.enumerated() where !exception.reason.contains(where: \.isLetter) {
            throw LayerRulesError(description: "exceptions[\(index)].reason: an exception requires a reason")
        }
        try Self.check(file.container?.declaredIn ?? [], among: names, key: "container.declaredIn")
        for layer in layers {
            for index in layers.indices where layer.visibleTo.contains(layers[index].name) {
                layers[index].canDependOn.append(layer.name)
            }
        }
        self.init(layers: layers)
        exceptions = file.exceptions
        documentation = file.documentation
        allowsReexports = file.reexports ?? layers.isEmpty
        container = file.container
    }

    private static func check(_ layers: [Layer], _ names: [String]) throws(LayerRulesError) {
        for (index, layer) in layers.enumerated() {
            let key = "layers[\(index)]"
            guard layer.name.contains(where: \.isLetter), layer.name != Layer.subject else {
                throw LayerRulesError(
                    description: "\(key).name: a layer requires a name other than \"*\" and \"subject\"")
            }
            guard !layer.paths.isEmpty || !layer.modules.isEmpty || !layer.kinds.isEmpty else {
                throw LayerRulesError(description: "\(key): '\(layer.name)' requires paths, modules or kinds")
            }
            let words = [Layer.everything, Layer.subject]
            try check(layer.canDependOn.filter { !words.contains($0) }, among: names, key: "\(key).canDependOn")
            try check(layer.granted, among: names, key: "\(key).granted")
            try check(layer.visibleTo, among: names, key: "\(key).visibleTo")
        }
        if let duplicate = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw LayerRulesError(description: "layers: two layers have the name '\(duplicate)'; rename one")
        }
    }

    private static func check(_ used: [String], among names: [String], key: String) throws(LayerRulesError) {
        guard let name = used.first(where: { !names.contains($0) }) else { return }
        throw LayerRulesError(
            description: "\(key): unknown layer '\(name)'; the layers are \(names.joined(separator: ", "))")
    }
}

// MARK: - The format of the file

private struct RulesFile: Decodable {
    let documentation: String
    let layers: [Layer]
    let exceptions: [LayerRules.Exception]
    let reexports: Bool?
    let container: LayerRules.Container?

    enum CodingKeys: String, CodingKey, CaseIterable { case documentation, layers, exceptions, reexports, container }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(accepting: CodingKeys.self)
        documentation = try values.decodeIfPresent(String.self, forKey: .documentation) ?? ""
        layers = try values.decodeIfPresent([Layer].self, forKey: .layers) ?? []
        exceptions = try values.decodeIfPresent([LayerRules.Exception].self, forKey: .exceptions) ?? []
        reexports = try values.decodeIfPresent(Bool.self, forKey: .reexports)
        container = try values.decodeIfPresent(LayerRules.Container.self, forKey: .container)
    }
}

extension Layer: Decodable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case name, paths, modules, kinds, canDependOn, visibleTo, granted, purpose, reason, testOnly, packageAccess
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(accepting: CodingKeys.self)
        func strings(_ key: CodingKeys) throws -> [String] {
            try values.decodeIfPresent([String].self, forKey: key) ?? []
        }
        // A single layer, or word, may be written without an array.
        let dependencies = try? [values.decode(String.self, forKey: .canDependOn)]
        self.init(
            try values.decode(String.self, forKey: .name), paths: try strings(.paths),
            canDependOn: try dependencies ?? values.decode([String].self, forKey: .canDependOn))
        modules = try strings(.modules)
        kinds = try values.decodeIfPresent([Module.Kind].self, forKey: .kinds) ?? []
        granted = try strings(.granted)
        visibleTo = try strings(.visibleTo)
        purpose = try values.decodeIfPresent(String.self, forKey: .purpose) ?? ""
        reason = try values.decodeIfPresent(String.self, forKey: .reason) ?? ""
        isForTests = try values.decodeIfPresent(Bool.self, forKey: .testOnly) ?? false
        packageAccess = try values.decodeIfPresent(Bool.self, forKey: .packageAccess)
    }
}

extension LayerRules.Exception: Decodable {
    private enum CodingKeys: String, CodingKey, CaseIterable { case module, dependsOn, reason }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(accepting: CodingKeys.self)
        module = try values.decode(String.self, forKey: .module)
        dependsOn = try values.decode(String.self, forKey: .dependsOn)
        reason = try values.decode(String.self, forKey: .reason)
    }
}

extension LayerRules.Container: Decodable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case name = "class"
        case module, protocolSuffix, declaredIn
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(accepting: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        module = try values.decode(String.self, forKey: .module)
        protocolSuffix = try values.decode(String.self, forKey: .protocolSuffix)
        declaredIn = try values.decode([String].self, forKey: .declaredIn)
    }
}

extension Decoder {
    /// Returns the container of an object, or throws an error if the object has an unknown key.
    fileprivate func container<Key: CodingKey & CaseIterable>(
        accepting keys: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        let known = Key.allCases.map(\.stringValue)
        for key in try container(keyedBy: AnyKey.self).allKeys where !known.contains(key.stringValue) {
            let text = "unknown key '\(key.stringValue)'; the known keys are \(known.joined(separator: ", "))"
            throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: text))
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
        let text = words ?? context.debugDescription
        self.init(
            description: (path.isEmpty ? "" : "\(path): ") + (text.hasSuffix(".") ? String(text.dropLast()) : text))
    }
}
