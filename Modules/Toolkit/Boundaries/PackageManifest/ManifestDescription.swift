import BoundaryRules
import Foundation

/// Comparable descriptions of a package and its targets, based on the manifest.
package struct ManifestDescription: Sendable, Hashable {
    /// The descriptions of the targets by name.
    package let targets: [String: String]
    /// The descriptions of the dependencies on other packages by the names that targets use. Each
    /// has two forms: with absolute and with relative paths of packages on this machine. A
    /// dependency is unchanged if one of the forms is the same.
    package let packages: [String: [String]]
    /// The part of a description of a dependency that enables no traits of the package.
    package static let noTraits = #""traits":[{"name":"default"}]"#
    /// The description of everything else, except for the products.
    package let settings: String

    /// Creates the descriptions from the output of `swift package dump-package` for the package in
    /// the folder `root`. `paths` contains the paths of the packages on which it depends.
    init(_ dump: Data, root: String, paths: [String]) {
        var values = (try? JSONSerialization.jsonObject(with: dump) as? [String: Any]) ?? [:]
        let targets = values.removeValue(forKey: "targets") as? [[String: Any]] ?? []
        let dependencies = values.removeValue(forKey: "dependencies") as? [[String: Any]] ?? []
        for key in ["products", "packageKind"] {
            values.removeValue(forKey: key)
        }
        // SwiftPM prints absolute paths for files of the package and of packages in neighboring
        // folders. Relative paths make copies of the package in different folders comparable.
        let parent = URL(filePath: root).deletingLastPathComponent().path
        let text = { (value: [String: Any]) -> String in
            Self.text(of: value).replacing("\(root)/", with: "./")
                .replacing("\(root)\"", with: ".\"").replacing("\"\(parent)/", with: "\"../")
        }
        self.targets = Dictionary(
            firstOf: targets.map { ($0["name"] as? String ?? "", text($0)) }
        )
        packages = Dictionary(
            firstOf: dependencies.map { dependency in
                let absolute = text(dependency)
                let relative = paths.reduce(absolute) { text, path in
                    text.replacing("\"\(path)\"", with: "\"\(path.relative(to: root))\"")
                }
                return (Self.name(of: dependency), [absolute, relative])
            }
        )
        settings = text(values)
    }

    /// Returns the name of the package in a description such as `{"fileSystem": [{"identity":
    /// "logs", …}]}`. The manifest can name a package differently from its identity.
    private static func name(of dependency: [String: Any]) -> String {
        let values = dependency.values.compactMap { $0 as? [[String: Any]] }.joined()
        let names = values.compactMap {
            ($0["nameForTargetDependencyResolutionOnly"] ?? $0["identity"]) as? String
        }
        return names.first?.lowercased() ?? ""
    }

    /// Returns a text for a value. Values with the same meaning have the same text.
    static func text(of value: [String: Any]) -> String {
        text(ofAny: sorted(value))
    }

    private static func text(ofAny value: Any) -> String {
        let options: JSONSerialization.WritingOptions = [
            .sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed,
        ]
        let data = try? JSONSerialization.data(withJSONObject: value, options: options)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// The keys of lists whose order has no meaning. SwiftPM prints some of these lists in random
    /// order.
    private static let unordered: Set = [
        "traits", "enabledTraits", "platformNames", "platforms", "dependencies", "pluginUsages",
        "exclude", "sources", "resources",
    ]

    /// Returns a value in which each list whose order has no meaning is sorted.
    private static func sorted(_ value: Any, forKey key: String = "") -> Any {
        if let values = value as? [String: Any] {
            return Dictionary(
                uniqueKeysWithValues: values.map { ($0, sorted($1, forKey: $0)) }
            )
        }
        guard let list = value as? [Any] else { return value }
        let elements = list.map { sorted($0) }
        guard unordered.contains(key) else { return elements }
        let texts = elements.map { (text: text(ofAny: $0), value: $0) }
        return texts.sorted { $0.text < $1.text }.map(\.value)
    }
}
