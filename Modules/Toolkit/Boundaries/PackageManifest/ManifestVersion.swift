import Foundation

/// The name and the contents of a manifest. If a package has several manifests, SwiftPM chooses one
/// based on the version of Swift.
struct ManifestVersion {
    let name: String
    let text: String

    /// The tools version in the first line, such as `6.0` in `// swift-tools-version: 6.0`.
    private var toolsVersion: String? {
        text.firstMatch(of: #/swift-tools-version:\s*([0-9.]+)/#).map { String($0.1) }
    }

    /// Returns the manifest that SwiftPM selected. The candidates are this file, whose name is
    /// `Package.swift`, and the version-specific manifests, such as `Package@swift-6.1.swift`.
    ///
    /// The selected manifest has the tools version that SwiftPM reports. If several manifests have
    /// that version, SwiftPM prefers the one whose name contains the current version of Swift, then
    /// `Package.swift`.
    func selected(
        forToolsVersion version: String?,
        in root: String,
        swiftVersion: () async -> String
    ) async -> ManifestVersion {
        guard let version else { return self }
        let names = FileManager.default.names(in: root)
        let others = names.filter { $0.hasPrefix("Package@swift-") && $0.hasSuffix(".swift") }
        let candidates = others.compactMap { name in
            let text = try? String(contentsOfFile: "\(root)/\(name)", encoding: .utf8)
            return text.map { ManifestVersion(name: name, text: $0) }
        }
        let newestFirst = candidates.sorted {
            Self.parts($1.swiftVersion).lexicographicallyPrecedes(Self.parts($0.swiftVersion))
        }
        let equal = newestFirst.filter { Self.parts($0.toolsVersion ?? "") == Self.parts(version) }
        guard let newest = equal.first else { return self }
        guard Self.parts(toolsVersion ?? "") == Self.parts(version) else {
            return newest
        }
        guard let match = await swiftVersion().firstMatch(of: #/Swift version ([0-9.]+)/#) else {
            return self
        }
        return equal.first { "\(match.1).".hasPrefix("\($0.swiftVersion).") } ?? self
    }

    /// The version in the name, such as `6.0` in `Package@swift-6.0.swift`.
    private var swiftVersion: Substring {
        name.dropFirst("Package@swift-".count).dropLast(".swift".count)
    }

    /// Returns the components of a version without trailing zeros, so that `6.0` equals `6.0.0`.
    private static func parts(_ version: some StringProtocol) -> [Int] {
        var parts = version.split(separator: ".").compactMap { Int($0) }
        while parts.last == 0 {
            parts.removeLast()
        }
        return parts
    }
}
