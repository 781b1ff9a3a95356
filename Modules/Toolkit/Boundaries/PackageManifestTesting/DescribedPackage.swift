import Foundation
public import PackageManifest
public import ProgramTesting

/// A package in a temporary folder, whose targets a test describes in the format of
/// `swift package dump-package`.
public struct DescribedPackage {
    /// The description of a target.
    public struct Target: Sendable {
        fileprivate let text: String

        /// Returns the description of a target. `values` overrides the default values by key.
        public static func target(_ name: String, _ values: [String: String] = [:]) -> Target {
            let defaults = [
                "name": "\"\(name)\"", "type": "\"regular\"", "dependencies": "[]",
                "exclude": "[]", "resources": "[]",
            ]
            let pairs = defaults.merging(values) { $1 }.map { "\"\($0.key)\": \($0.value)" }
            return Target(text: "{\(pairs.joined(separator: ", "))}")
        }
    }

    public let folder: TemporaryFolder

    public init() throws {
        folder = try TemporaryFolder()
    }

    /// Loads a package with the given descriptions of its targets, the packages that it depends on,
    /// and its products.
    public func load(
        _ targets: [Target],
        dependencies: String = "[]",
        products: String = "[]",
        files: [String] = ["Sources/Core/A.swift"]
    ) async throws -> SwiftPackage {
        for file in files + ["Package.swift"] {
            try folder.write("", to: file)
        }
        try folder.write(
            """
            {"name": "P", "dependencies": \(dependencies), "products": \(products), \
            "targets": [\(targets.map(\.text).joined(separator: ", "))]}
            """,
            to: "dump.json"
        )
        return try await SwiftPackage.load(folder.url.path)
    }
}
