public import SwiftSource

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

public struct LayerRulesError: ToolkitError, Hashable {
    /// One line with the key and the reason. An error created by ``init(path:_:)`` also names the
    /// file and the remedy.
    public let message: String
    /// The place of the invalid value in the file, or `nil` if it is unknown.
    public let location: SourceLocation?

    public init(_ message: String, at location: SourceLocation? = nil) {
        self.message = message
        self.location = location
    }

    /// Creates an error that also contains the path of the file, the place and a remedy.
    public init(path: String, _ error: LayerRulesError) {
        let place = error.location.map { ":\($0.line):\($0.column)" } ?? ""
        self.init("\(path)\(place): \(error.message); 'bulkhead check --help' shows an example")
    }
}

extension LayerRules {
    /// Creates layer rules from the data of a `boundaries.json` file.
    ///
    /// - Throws: An error if the data is not JSON, has unknown keys or values, or names a layer
    ///   that does not exist.
    public init(json data: Data) throws(LayerRulesError) {
        let places = try JSONPlaces(Array(data))
        /// Returns an error with the place of the value whose path begins the message.
        func located(_ error: LayerRulesError) -> LayerRulesError {
            let path = error.message.prefix { $0 != ":" && $0 != " " }
            return LayerRulesError(error.message, at: places[String(path)])
        }
        do {
            self = try JSONDecoder().decode(LayerRules.self, from: data)
        } catch let error as LayerRulesError {
            throw located(error)
        } catch let error as DecodingError {
            throw located(LayerRulesError(error))
        } catch { throw LayerRulesError("not valid JSON: \(error)") }
        self.places = places
    }

    /// Creates layer rules from a rules file and a baseline. Pass `nil` for a file that does not
    /// exist.
    ///
    /// - Throws: A ``LayerRulesError`` with the path of the file, or an error thrown by `read`.
    public init(file: String?, baseline: String?, read: (String) throws -> Data) throws {
        self = .none
        if let file {
            let data = try read(file)
            do {
                self = try LayerRules(json: data)
            } catch { throw LayerRulesError(path: file, error) }
            self.file = file
        }
        if let baseline {
            let data = try read(baseline)
            do {
                self.baseline = try Baseline(json: data)
            } catch { throw LayerRulesError("\(baseline): \(error.message)") }
            baselineFile = baseline
        }
    }

    /// Validates the names and references that decoding does not check.
    private func validate() throws(LayerRulesError) {
        let names = layers.map(\.name)
        try validateLayers(names)
        for (index, exception) in exceptions.enumerated()
        where !exception.reason.contains(where: \.isLetter) {
            throw LayerRulesError("exceptions[\(index)].reason: an exception requires a reason")
        }
        try Self.check(container?.declaredIn ?? [], among: names, key: "container.declaredIn")
        for (axis, values) in tags {
            guard ModuleSelector.Property(rawValue: axis) == nil else {
                throw LayerRulesError(
                    "tags: '\(axis)' is the key of a built-in selector; rename the axis"
                )
            }
            for (value, selectors) in values {
                try check(selectors, tags: [:], key: "tags.\(axis).\(value)")
            }
        }
        for (index, rule) in restrictions.enumerated() {
            for (key, selectors) in rule.selectors {
                try check(selectors, tags: tags, key: "rules[\(index)].\(key)")
            }
            try Self.checkReferences(of: rule, key: "rules[\(index)]")
        }
    }

    private func validateLayers(_ names: [String]) throws(LayerRulesError) {
        for (index, layer) in layers.enumerated() {
            let key = "layers[\(index)]"
            guard layer.name.contains(where: \.isLetter),
                case .layer = Layer.Permission(rawValue: layer.name)
            else {
                throw LayerRulesError(
                    "\(key).name: a layer requires a name other than \"*\", \"subject\" and \"inherited\""
                )
            }
            guard !layer.paths.isEmpty || !layer.modules.isEmpty || !layer.kinds.isEmpty else {
                throw LayerRulesError(
                    "\(key): '\(layer.name)' requires paths, modules or kinds"
                )
            }
            let dependencies = layer.canDependOn.filter { $0 != .everything && $0 != .subject }
            let granted = layer.granted.filter { $0 != .inherited }
            try Self.check(dependencies.map(\.rawValue), among: names, key: "\(key).canDependOn")
            try Self.check(granted.map(\.rawValue), among: names, key: "\(key).granted")
        }
        if let duplicate = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw LayerRulesError("layers: two layers have the name '\(duplicate)'; rename one")
        }
    }

    /// Checks that the first selectors of a restriction capture the parts to which its other
    /// selectors refer.
    private static func checkReferences(
        of rule: Restriction,
        key: String
    ) throws(LayerRulesError) {
        guard let first = rule.selectors.first else { return }
        let count = first.value.filter { !$0.isNegated }.map(\.captureCount).min() ?? 0
        for (name, selectors) in rule.selectors {
            let limit = name == first.key ? 0 : count
            guard let selector = selectors.first(where: { $0.lastReference > limit }) else {
                continue
            }
            throw LayerRulesError(
                "\(key).\(name): '\(selector.text)' refers to a part that each "
                    + "selector in '\(first.key)' must capture with parentheses, such as '(*)'"
            )
        }
    }

    /// Checks that selectors name layers, kinds and tags that exist.
    private func check(
        _ selectors: [ModuleSelector],
        tags: [String: [String: [ModuleSelector]]],
        key: String
    ) throws(LayerRulesError) {
        for selector in selectors {
            let known: [String]
            switch selector.property {
            case .path, .module, .product: continue
            case .layer: known = layers.map(\.name)
            case .kind: known = Module.Kind.allCases.map(\.rawValue)
            case nil: known = tags[selector.key].map { Array($0.keys) } ?? []
            }
            if selector.lastReference > 0 || known.contains(where: selector.pattern.matches) {
                continue
            }
            let properties = ModuleSelector.Property.allCases.map(\.rawValue)
            let keys = (properties + tags.keys.sorted()).joined(separator: ", ")
            throw LayerRulesError(
                "\(key): '\(selector.text)' selects nothing; "
                    + (known.isEmpty
                        ? "the keys are \(keys)"
                        : "the values of '\(selector.key)' are \(known.sorted().joined(separator: ", "))")
            )
        }
    }

    private static func check(
        _ used: [String],
        among names: [String],
        key: String
    ) throws(LayerRulesError) {
        guard let name = used.first(where: { !names.contains($0) }) else {
            return
        }
        throw LayerRulesError(
            "\(key): unknown layer '\(name)'; the layers are \(names.joined(separator: ", "))"
        )
    }
}

// MARK: - The format of the file

extension LayerRules: Decodable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case documentation, layers, exceptions, container, severities, tags, rules,
            testSuffixes, checkedWith, wholePackageTests, strict, conditions
        case schema = "$schema"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(accepting: CodingKeys.allCases)
        self.init(layers: try values.decode(.layers, default: []))
        documentation = try values.decode(.documentation, default: "")
        exceptions = try values.decode(.exceptions, default: [])
        container = try values.decodeIfPresent(Container.self, forKey: .container)
        severities = try values.decodeSeverities(forKey: .severities)
        tags = try values.decode(.tags, default: [:])
        restrictions = try values.decode(.rules, default: [])
        strictRules = try values.decodeRules(forKey: .strict)
        testSuffixes = try values.decode(.testSuffixes, default: testSuffixes)
        conditions = CompilationConditions.package.merging(
            try values.decode(.conditions, default: [:])
        )
        checkedWith = try values.decodeIfPresent(String.self, forKey: .checkedWith)
        wholePackageTests = try values.decode(.wholePackageTests, default: [])
        try validate()
    }
}

extension KeyedDecodingContainer {
    /// Decodes a list of rules, or `true` for all rules.
    ///
    /// - Throws: An error that names the rule if a rule is unknown.
    fileprivate func decodeRules(forKey key: Key) throws -> Set<Rule> {
        if let all = try? decode(Bool.self, forKey: key) {
            return all ? Set(Rule.allCases) : []
        }
        let names: [String] = try decode(key, default: [])
        return Set(try names.map { try choice($0, among: Rule.allCases, forKey: key) })
    }

    private func choice<Value: RawRepresentable<String>>(
        _ text: String,
        among all: [Value],
        forKey key: Key
    ) throws -> Value {
        if let value = Value(rawValue: text) {
            return value
        }
        let list = all.map(\.rawValue).joined(separator: ", ")
        throw DecodingError.dataCorruptedError(
            forKey: key,
            in: self,
            debugDescription: "unknown value '\(text)'; expected one of \(list)"
        )
    }

    /// Decodes a dictionary of severities by rule.
    ///
    /// - Throws: An error that names the rule or the severity if one of them is unknown.
    fileprivate func decodeSeverities(forKey key: Key) throws -> [Rule: Severity] {
        let texts: [String: String] = try decode(key, default: [:])
        var severities: [Rule: Severity] = [:]
        for (name, severity) in texts {
            let rule = try choice(name, among: Rule.allCases, forKey: key)
            severities[rule] = try choice(severity, among: [.error, .warning, .off], forKey: key)
        }
        return severities
    }
}

extension ModuleSelector: Decodable {
    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let selector = ModuleSelector(text) else {
            throw decoder.error(
                "invalid selector '\(text)'; expected a tag, or a selector such as 'layer:app', 'path:Sources/*' or 'module:Core'"
            )
        }
        try selector.pattern.validate(in: decoder)
        self = selector
    }
}

extension PathPattern: Decodable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
        try validate(in: decoder)
    }

    fileprivate func validate(in decoder: any Decoder) throws {
        guard isBalanced else {
            throw decoder.error(
                "unbalanced parentheses in '\(text)'; a part such as '(*)' ends in the same name"
            )
        }
    }
}

extension Layer: Decodable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case name, paths, modules, kinds, canDependOn, granted, purpose, reason
        case testOnly, packageAccess, sharedBy
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(accepting: CodingKeys.allCases)
        // A single name may be written without an array.
        let dependency = try? values.decode(Permission.self, forKey: .canDependOn)
        self.init(
            try values.decode(String.self, forKey: .name),
            paths: [],
            canDependOn: try dependency.map { [$0] }
                ?? values.decode([Permission].self, forKey: .canDependOn)
        )
        paths = try values.decode(.paths, default: [])
        modules = try values.decode(.modules, default: [])
        kinds = try values.decode(.kinds, default: [])
        granted = try values.decode(.granted, default: [])
        sharedBy = try values.decode(.sharedBy, default: [])
        purpose = try values.decode(.purpose, default: "")
        reason = try values.decode(.reason, default: "")
        isForTests = try values.decode(.testOnly, default: false)
        packageAccess = try values.decodeIfPresent(Bool.self, forKey: .packageAccess)
    }
}

extension LayerRules.Exception: Decodable {
    private enum CodingKeys: String, CodingKey, CaseIterable { case module, dependsOn, reason }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(accepting: CodingKeys.allCases)
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
        let values = try decoder.container(accepting: CodingKeys.allCases)
        name = try values.decode(String.self, forKey: .name)
        module = try values.decode(String.self, forKey: .module)
        protocolSuffix = try values.decode(String.self, forKey: .protocolSuffix)
        declaredIn = try values.decode([String].self, forKey: .declaredIn)
    }
}

extension Decoder {
    /// Returns an error at the current value.
    func error(_ message: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: message))
    }

    /// Returns a keyed container.
    ///
    /// - Throws: An error if the JSON object has a key that is not in the list.
    func container<Key: CodingKey>(accepting keys: [Key]) throws -> KeyedDecodingContainer<Key> {
        let known = keys.map(\.stringValue)
        for key in try container(keyedBy: AnyKey.self).allKeys
        where !known.contains(key.stringValue) {
            let text =
                "unknown key '\(key.stringValue)'; the known keys are \(known.joined(separator: ", "))"
            throw error(text)
        }
        return try container(keyedBy: Key.self)
    }
}

extension KeyedDecodingContainer {
    /// Decodes the value for a key, or returns the default if the key is missing.
    func decode<Value: Decodable>(_ key: Key, default missing: Value) throws -> Value {
        try decodeIfPresent(Value.self, forKey: key) ?? missing
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) {
        self.stringValue = stringValue
    }
    init?(intValue: Int) {
        nil
    }
}

extension LayerRulesError {
    fileprivate init(_ error: DecodingError) {
        let (context, words): (DecodingError.Context, String?) =
            switch error {
            case .keyNotFound(let key, let context):
                (context, "the key '\(key.stringValue)' is missing")
            case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
                (context, "expected \(Self.word(for: type))")
            case .dataCorrupted(let context): (context, nil)
            @unknown default:
                (DecodingError.Context(codingPath: [], debugDescription: "\(error)"), nil)
            }
        let path = context.codingPath.reduce("") { path, key in
            key.intValue.map { "\(path)[\($0)]" }
                ?? (path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)")
        }
        var text = words ?? context.debugDescription
        if text.hasSuffix(".") {
            text.removeLast()
        }
        self.init(path.isEmpty ? text : "\(path): \(text)")
    }

    /// Returns the words for the JSON from which a type is decoded.
    private static func word(for type: any Any.Type) -> String {
        let name = "\(type)"
        if name == "String" {
            return "a string"
        }
        if name == "Bool" {
            return "true or false"
        }
        return name.hasPrefix("Array") ? "an array" : "an object"
    }
}
