#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An error in a rules file.
public struct LayerRulesError: Error, Hashable, CustomStringConvertible {
    /// The place of the error and the remedy, in one line.
    public let description: String

    /// Creates an error.
    public init(description: String) { self.description = description }

    /// Creates the same error with the path of the file in front.
    public init(path: String, _ error: LayerRulesError) { description = "\(path): \(error.description)" }
}

extension LayerRules {
    /// Reads the contents of a `boundaries.json`.
    ///
    /// - Throws: ``LayerRulesError`` if the data is not JSON, has unknown keys or values, or names a layer that does not exist.
    public init(json data: Data) throws(LayerRulesError) {
        let file: RulesFile
        do {
            file = try JSONDecoder().decode(RulesFile.self, from: data)
        } catch let error as DecodingError {
            throw LayerRulesError(error)
        } catch {
            throw LayerRulesError(description: "not valid JSON: \(error)")
        }
        let written = file.layers ?? []
        try Self.check(written)
        var layers = written.map(\.layer)
        for layer in written {
            for viewer in layer.visibleTo ?? [] {
                if let index = layers.firstIndex(where: { $0.name == viewer }) {
                    layers[index].canDependOn.append(layer.layer.name)
                }
            }
        }
        for (index, exception) in (file.exceptions ?? []).enumerated()
        where !exception.reason.contains(where: \.isLetter) {
            throw LayerRulesError(description: "exceptions[\(index)].reason: an exception needs a reason")
        }
        for name in file.container?.declaredIn ?? [] {
            try Self.checkName(name, among: layers.map(\.name), key: "container.declaredIn")
        }
        self.init(
            layers: layers, exceptions: file.exceptions?.map(\.exception) ?? [],
            documentation: file.documentation ?? "", allowsReexports: file.reexports ?? layers.isEmpty,
            container: file.container?.container)
    }

    private static func check(_ layers: [RulesFile.Layer]) throws(LayerRulesError) {
        let names = layers.map(\.layer.name)
        for (index, entry) in layers.enumerated() {
            let layer = entry.layer
            guard layer.name.contains(where: \.isLetter), layer.name != Layer.subject else {
                throw LayerRulesError(
                    description: "layers[\(index)].name: a layer needs a name other than \"*\" and \"subject\"")
            }
            guard !layer.paths.isEmpty || !layer.modules.isEmpty || !layer.kinds.isEmpty else {
                throw LayerRulesError(description: "layers[\(index)]: '\(layer.name)' needs paths, modules or kinds")
            }
            let words = [Layer.everything, Layer.subject]
            for name in layer.canDependOn where !words.contains(name) {
                try checkName(name, among: names, key: "layers[\(index)].canDependOn")
            }
            for name in layer.granted { try checkName(name, among: names, key: "layers[\(index)].granted") }
            for name in entry.visibleTo ?? [] {
                try checkName(name, among: names, key: "layers[\(index)].visibleTo")
            }
        }
        if let twice = names.first(where: { name in names.filter { $0 == name }.count > 1 }) {
            throw LayerRulesError(description: "layers: there are two layers '\(twice)'")
        }
    }

    private static func checkName(_ name: String, among names: [String], key: String) throws(LayerRulesError) {
        guard !names.contains(name) else { return }
        throw LayerRulesError(
            description: "\(key): there is no layer '\(name)'; the layers are \(names.joined(separator: ", "))")
    }
}

// MARK: - The format of the file

/// The contents of `boundaries.json`.
private struct RulesFile: Decodable {
    struct Layer: Decodable {
        let layer: BoundaryRules.Layer
        /// The layers that may depend on this one, in addition to those that list it in `canDependOn`.
        let visibleTo: [String]?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case name, paths, modules, kinds, canDependOn, visibleTo, granted, purpose, reason, testOnly, packageAccess
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(accepting: CodingKeys.self)
            // A single layer, or word, may be written without an array.
            let dependencies = try? [values.decode(String.self, forKey: .canDependOn)]
            layer = BoundaryRules.Layer(
                try values.decode(String.self, forKey: .name),
                paths: try values.decodeIfPresent([String].self, forKey: .paths) ?? [],
                modules: try values.decodeIfPresent([String].self, forKey: .modules) ?? [],
                kinds: try values.decodeIfPresent([Module.Kind].self, forKey: .kinds) ?? [],
                canDependOn: try dependencies ?? values.decode([String].self, forKey: .canDependOn),
                granted: try values.decodeIfPresent([String].self, forKey: .granted) ?? [],
                purpose: try values.decodeIfPresent(String.self, forKey: .purpose) ?? "",
                reason: try values.decodeIfPresent(String.self, forKey: .reason) ?? "",
                isForTests: try values.decodeIfPresent(Bool.self, forKey: .testOnly) ?? false,
                packageAccess: try values.decodeIfPresent(Bool.self, forKey: .packageAccess))
            visibleTo = try values.decodeIfPresent([String].self, forKey: .visibleTo)
        }
    }

    struct Exception: Decodable {
        let exception: LayerRules.Exception
        var reason: String { exception.reason }

        enum CodingKeys: String, CodingKey, CaseIterable { case module, dependsOn, reason }

        init(from decoder: any Decoder) throws {
            _ = try decoder.container(accepting: CodingKeys.self)
            exception = try LayerRules.Exception(from: decoder)
        }
    }

    struct Container: Decodable {
        let container: LayerRules.Container
        var declaredIn: [String] { container.declaredIn }

        enum CodingKeys: String, CodingKey, CaseIterable {
            case name = "class"
            case module, protocolSuffix, declaredIn
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(accepting: CodingKeys.self)
            container = LayerRules.Container(
                name: try values.decode(String.self, forKey: .name),
                module: try values.decode(String.self, forKey: .module),
                protocolSuffix: try values.decode(String.self, forKey: .protocolSuffix),
                declaredIn: try values.decode([String].self, forKey: .declaredIn))
        }
    }

    let documentation: String?
    let layers: [Layer]?
    let exceptions: [Exception]?
    let reexports: Bool?
    let container: Container?

    enum CodingKeys: String, CodingKey, CaseIterable { case documentation, layers, exceptions, reexports, container }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(accepting: CodingKeys.self)
        documentation = try values.decodeIfPresent(String.self, forKey: .documentation)
        layers = try values.decodeIfPresent([Layer].self, forKey: .layers)
        exceptions = try values.decodeIfPresent([Exception].self, forKey: .exceptions)
        reexports = try values.decodeIfPresent(Bool.self, forKey: .reexports)
        container = try values.decodeIfPresent(Container.self, forKey: .container)
    }
}

extension Decoder {
    /// Returns a container of an object, or throws an error if the object has a key that is not known.
    fileprivate func container<Key: CodingKey & CaseIterable>(
        accepting keys: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        let known = Key.allCases.map(\.stringValue)
        for key in try container(keyedBy: AnyKey.self).allKeys where !known.contains(key.stringValue) {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: codingPath,
                    debugDescription:
                        "unknown key '\(key.stringValue)'; the known keys are \(known.joined(separator: ", "))"))
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
