import BoundaryRules
import Foundation

/// The versions of other packages in the file `Package.resolved`.
package struct ResolvedVersions: Hashable {
    package static let fileName = "Package.resolved"

    private typealias Pin = [String: ManifestValue]

    /// The contents of the file. The first version of the format has the pins in an object.
    private struct File: Decodable {
        struct Object: Decodable {
            let pins: [Pin]
        }

        let pins: [Pin]?
        let object: Object?
    }

    /// The resolved versions by the identities of the packages.
    private let versions: [String: Pin]

    /// Creates the versions from the file in the folder of a package, or returns `nil` if the file
    /// exists but has an unknown format.
    package init?(in root: String) {
        guard let data = FileManager.default.contents(atPath: "\(root)/\(Self.fileName)") else {
            versions = [:]
            return
        }
        let file = try? JSONDecoder().decode(File.self, from: data)
        guard let pins = file?.pins ?? file?.object?.pins else { return nil }
        var versions: [String: Pin] = [:]
        for pin in pins {
            // The first version of the format contains no identity. SwiftPM derives it from the
            // URL.
            let url = pin["repositoryURL"]?.text ?? ""
            let lastPart = url.lastPart ?? ""
            let name = lastPart.hasSuffix(".git") ? String(lastPart.dropLast(4)) : lastPart
            let identity = pin["identity"]?.text ?? name
            versions[identity.lowercased()] = pin
        }
        self.versions = versions
    }

    /// Returns the identities of the packages whose versions differ.
    package func changes(since old: ResolvedVersions) -> Set<String> {
        Set(versions.keys).union(old.versions.keys).filter { versions[$0] != old.versions[$0] }
    }
}

extension SwiftPackage {
    /// Returns the identities of the given packages that can use one of the changed packages,
    /// directly or indirectly, including the changed packages themselves.
    ///
    /// The manifests in `.build/checkouts` show which packages a package uses. A package without a
    /// manifest in that folder is assumed to use every changed package.
    package func identities(_ identities: Set<String>, using changed: Set<String>) -> Set<String> {
        guard !changed.isEmpty else { return [] }
        let manager = FileManager.default
        let checkouts = "\(root)/.build/checkouts"
        var manifests: [String: String] = [:]
        for name in manager.names(in: checkouts) {
            let folder = "\(checkouts)/\(name)"
            let files = manager.names(in: folder)
            let texts = files.filter { $0.hasPrefix("Package") && $0.hasSuffix(".swift") }
                .compactMap { manager.contents(atPath: "\(folder)/\($0)") }
            manifests[name.lowercased()] =
                texts.isEmpty
                ? nil
                : texts.map { String(decoding: $0, as: UTF8.self) }.joined().lowercased()
        }
        let all = identities.union(manifests.keys)
        let users = Set(reachableFrom: changed) { used in
            all.filter { manifests[$0]?.contains(used) != false }
        }
        return users.union(changed)
    }
}
