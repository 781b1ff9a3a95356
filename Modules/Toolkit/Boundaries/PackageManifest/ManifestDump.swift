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

        var isMainActorByDefault: Bool? {
            settings?.contains(where: \.isMainActorByDefault)
        }

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
        let options: [String]
        let headerSearchPath: String?
        let upcomingFeature: String?
        /// The name that the setting defines for Swift code in every build, or `nil`.
        let define: String?
        /// Whether the setting is `{"kind": {"defaultIsolation": {"_0": "MainActor"}}}` and has no
        /// condition.
        let isMainActorByDefault: Bool

        private struct Condition: Decodable {}

        private struct Kind: Decodable {
            struct Isolation: Decodable {
                let _0: String?
            }

            let defaultIsolation: Isolation?
            let unsafeFlags: [String: [String]]?
            let headerSearchPath: [String: String]?
            let enableUpcomingFeature: [String: String]?
            let define: [String: String]?
        }

        private enum CodingKeys: String, CodingKey {
            case kind
            case condition
            case tool
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let kind = try container.decodeIfPresent(Kind.self, forKey: .kind)
            let condition = try container.decodeIfPresent(Condition.self, forKey: .condition)
            isMainActorByDefault = condition == nil && kind?.defaultIsolation?._0 == "MainActor"
            options = kind?.unsafeFlags?["_0"] ?? []
            headerSearchPath = kind?.headerSearchPath?["_0"]
            upcomingFeature = kind?.enableUpcomingFeature?["_0"]
            let tool = try container.decodeIfPresent(String.self, forKey: .tool)
            define = tool == "swift" && condition == nil ? kind?.define?["_0"] : nil
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
        let rule: Rule

        /// The rule for a resource: `{"copy": {}}`, `{"process": {}}` or `{"embedInCode": {}}`.
        struct Rule: Decodable {
            let isCompiled: Bool

            init(from decoder: any Decoder) throws {
                let values = try decoder.singleValueContainer().decode([String: Ignored].self)
                isCompiled = Array(values.keys) == ["process"]
            }
        }
    }

    /// A value whose presence matters, but whose contents do not.
    private struct Ignored: Decodable {
        init(from decoder: any Decoder) {}
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
            let kinds = try decoder.singleValueContainer().decode([String: Parts].self)
            guard let parts = kinds.values.first else {
                throw DecodingError.dataCorrupted(
                    .init(
                        codingPath: decoder.codingPath,
                        debugDescription: "a dependency without a kind"
                    )
                )
            }
            name = parts.name
            package = parts.package
            isConditional = parts.hasCondition
        }

        /// The name, followed by the package of a product, and by the condition.
        private struct Parts: Decodable {
            let name: String
            var package: String?
            var hasCondition = false

            init(from decoder: any Decoder) throws {
                var parts = try decoder.unkeyedContainer()
                name = try parts.decode(String.self)
                while !parts.isAtEnd {
                    if let text = try? parts.decode(String.self) {
                        package = text
                    } else {
                        // The condition is the last value. In a dependency on a product, the module
                        // aliases precede it.
                        hasCondition = try parts.decodeIfPresent(Ignored.self) != nil
                    }
                }
            }
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
    let toolsVersion: ToolsVersion?
    /// The whole output, for comparisons.
    let values: [String: ManifestValue]

    /// The tools version of the package, such as `{"_version": "6.0.0"}`.
    struct ToolsVersion: Decodable {
        let _version: String
    }

    private enum CodingKeys: String, CodingKey {
        case name, dependencies, targets, products, toolsVersion
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        dependencies = try container.decode([Package].self, forKey: .dependencies)
        targets = try container.decode([Target].self, forKey: .targets)
        products = try container.decodeIfPresent([Product].self, forKey: .products)
        toolsVersion = try container.decodeIfPresent(ToolsVersion.self, forKey: .toolsVersion)
        values = try [String: ManifestValue](from: decoder)
    }
}
