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
        let file: RulesFile
        do {
            file = try JSONDecoder().decode(RulesFile.self, from: data)
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
            allowsReexports: file.reexports ?? (base.allowsReexports && layers.isEmpty), container: base.container,
            written: (file.layers ?? []).map(\.name))
        try checkNames(in: file)
    }

    private static func layer(_ index: Int, _ layer: RulesFile.Layer) throws(LayerRulesError) -> Layer {
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

    private static func exception(_ index: Int, _ exception: RulesFile.Exception) throws(LayerRulesError) -> Exception {
        guard exception.reason.contains(where: \.isLetter) else {
            throw LayerRulesError(description: "exceptions[\(index)].reason: an exception needs a reason")
        }
        return Exception(module: exception.module, sees: exception.sees, reason: exception.reason)
    }

    private func checkNames(in file: RulesFile) throws(LayerRulesError) {
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
        let text = (words ?? context.debugDescription).sentence
        self.init(description: (path.isEmpty ? "" : "\(path): ") + text)
    }
}

extension String {
    /// The text without its full stop, as a part of a longer sentence.
    fileprivate var sentence: String { hasSuffix(".") ? String(dropLast()) : self }
}
