import BoundaryRules

/// The output of `swift package dump-package`.
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
        /// The plugins that the target uses. SwiftPM describes them like dependencies, for example
        /// `{"plugin": ["Boundaries", null]}`.
        let pluginUsages: [Dependency]?
        let publicHeadersPath: String?
        let settings: [Setting]?

        /// The options that the manifest passes to the compiler unchanged.
        var options: [String] { (settings ?? []).flatMap(\.options) }
        /// The names for conditions of `#if` that are defined in every build.
        var defines: [String] { (settings ?? []).compactMap(\.define) }
        var headerSearchPaths: [String] { (settings ?? []).compactMap(\.headerSearchPath) }

        /// Whether a setting enables an upcoming feature of the compiler. The setting can have a
        /// condition.
        func enables(_ feature: String) -> Bool {
            let option = "-enable-upcoming-feature"
            return settings?.contains { $0.upcomingFeature == feature } == true
                || zip(options, options.dropFirst()).contains { $0 == option && $1 == feature }
        }
    }

    /// A build setting of a target, such as
    /// `{"tool": "swift", "kind": {"unsafeFlags": {"_0": ["-module-alias", "Model=Core"]}}}`.
    struct Setting: Decodable {
        private let tool: String?
        private let kind: ManifestValue?
        private let condition: ManifestValue?

        private func value(of kind: String) -> ManifestValue? {
            self.kind?[kind]?["_0"]
        }

        var options: [String] { value(of: "unsafeFlags")?.elements.compactMap(\.text) ?? [] }
        var headerSearchPath: String? { value(of: "headerSearchPath")?.text }
        var upcomingFeature: String? { value(of: "enableUpcomingFeature")?.text }
        /// The name that the setting defines for Swift code in every build, or `nil`.
        var define: String? {
            tool == "swift" && condition == nil ? value(of: "define")?.text : nil
        }
    }

    /// A product, such as
    /// `{"name": "Home", "targets": ["Home"], "type": {"library": ["automatic"]}}`.
    struct Product: Decodable {
        let name: String
        let targets: [String]
        /// The kind of the product, such as `library`, as the only key. For a library, the value
        /// contains `automatic`, `static` or `dynamic`.
        let type: [String: [String]?]

        var library: LibraryProduct? {
            guard let kinds = type["library"] else { return nil }
            return LibraryProduct(
                name: name,
                isDynamic: kinds?.contains("dynamic") == true,
                targets: targets
            )
        }
    }

    struct Resource: Decodable {
        let path: String
        /// The rule as the only key: `{"copy": {}}`, `{"process": {}}` or `{"embedInCode": {}}`.
        private let rule: [String: ManifestValue]

        var isCompiled: Bool { Array(rule.keys) == ["process"] }
    }

    /// A dependency of a target: `{"byName": ["Core", null]}`, `{"target": ["Core", null]}` or
    /// `{"product": ["Logging", "swift-log", …]}`.
    struct Dependency: Decodable, Hashable {
        let name: String
        /// The package that provides the product, or `nil` if the manifest names no package.
        let package: String?
        /// Whether the dependency has a condition, such as `.when(platforms: [.linux])`.
        let isConditional: Bool

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            let kinds = try value.decode([String: [ManifestValue]].self)
            guard let parts = kinds.values.first, let name = parts.first?.text else {
                throw DecodingError.dataCorruptedError(
                    in: value,
                    debugDescription: "a dependency without a kind"
                )
            }
            self.name = name
            // The package of a product follows the name. The module aliases and the condition are
            // last.
            package = parts.dropFirst().compactMap(\.text).last
            isConditional = parts.dropFirst().last { $0.text == nil } ?? .null != .null
        }
    }

    /// A dependency on another package.
    ///
    /// A package on this machine has the form `{"fileSystem": [{"identity": "logs", "path":
    /// "/home/me/Logs"}]}`. A repository on this machine has the form `{"sourceControl":
    /// [{"location": {"local": ["/home/me/Logs"]}}]}`, and other packages have a URL.
    struct Package: Decodable {
        private struct Details: Decodable {
            struct Location: Decodable {
                let local: [String]?
            }

            let identity: String?
            let nameForTargetDependencyResolutionOnly: String?
            let path: String?
            let location: Location?
            let traits: [ManifestValue]?
        }

        /// The name by which targets refer to the package. This is the identity, unless the
        /// manifest contains another name, as in `.package(name: "Kit", path: "kit-ios")`.
        let name: String
        /// The folder of the package if it is on this machine.
        let folder: String?
        /// The paths of the package or the repository if it is on this machine.
        let localPaths: [String]
        /// Whether the manifest may enable traits of the package.
        let enablesTraits: Bool

        init(from decoder: any Decoder) throws {
            let kinds = try decoder.singleValueContainer().decode([String: [Details]].self)
            let details = kinds.values.joined().first
            name = details?.nameForTargetDependencyResolutionOnly ?? details?.identity ?? ""
            folder = details?.path
            localPaths = [folder].compactMap(\.self) + (details?.location?.local ?? [])
            enablesTraits = details?.traits != [.object(["name": .text("default")])]
        }
    }

    let name: String
    let dependencies: [Package]
    let targets: [Target]
    let products: [Product]?
    /// The tools version of the package, such as `{"_version": "6.0.0"}`.
    let toolsVersion: ManifestValue?
    /// The whole output, for comparisons.
    let values: [String: ManifestValue]

    private enum CodingKeys: String, CodingKey {
        case name, dependencies, targets, products, toolsVersion
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        dependencies = try container.decode([Package].self, forKey: .dependencies)
        targets = try container.decode([Target].self, forKey: .targets)
        products = try container.decodeIfPresent([Product].self, forKey: .products)
        toolsVersion = try container.decodeIfPresent(ManifestValue.self, forKey: .toolsVersion)
        values = try [String: ManifestValue](from: decoder)
    }
}
