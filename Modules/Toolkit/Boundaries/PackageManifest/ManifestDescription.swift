import BoundaryRules
import Foundation

/// Comparable descriptions of a package and its targets, based on the manifest.
package struct ManifestDescription: Sendable, Hashable {
    /// The descriptions of the targets by name.
    package let targets: [String: ManifestValue]
    /// The descriptions of the dependencies on other packages by the names that targets use. Each
    /// has two forms: with absolute and with relative paths of packages on this machine. A
    /// dependency is unchanged if one of the forms is the same.
    package let packages: [String: Set<ManifestValue>]
    /// The names of the other packages in which the manifest enables no traits.
    package let packagesWithoutTraits: Set<String>
    /// The description of everything else, except for the products.
    package let settings: ManifestValue

    /// Creates the descriptions for the package in the folder `root`.
    init(_ dump: ManifestDump, root: String) {
        // SwiftPM prints absolute paths for files of the package and of packages in neighboring
        // folders. Relative paths make copies of the package in different folders comparable.
        let parent = URL(filePath: root).deletingLastPathComponent().path
        func relative(_ value: ManifestValue) -> ManifestValue {
            value.mapTexts { text in
                var text = text.replacing("\(root)/", with: "./")
                if text.hasSuffix(root) {
                    text = text.dropLast(root.count) + "."
                }
                return text.hasPrefix("\(parent)/")
                    ? "../" + text.dropFirst(parent.count + 1) : text
            }
        }
        let values = dump.values
        let targets = zip(dump.targets, values["targets"]?.elements ?? [])
        self.targets = Dictionary(firstOf: targets.map { ($0.name, relative($1)) })
        let paths = Set(dump.dependencies.flatMap(\.localPaths))
        let packages = zip(dump.dependencies, values["dependencies"]?.elements ?? [])
        self.packages = Dictionary(
            firstOf: packages.map { package, value in
                let absolute = relative(value)
                let forms: Set = [
                    absolute,
                    absolute.mapTexts { paths.contains($0) ? $0.relative(to: root) : $0 },
                ]
                return (package.name.lowercased(), forms)
            }
        )
        let withoutTraits = dump.dependencies.filter { !$0.enablesTraits }
        packagesWithoutTraits = Set(withoutTraits.map { $0.name.lowercased() })
        let others = ["targets", "dependencies", "products", "packageKind"]
        settings = relative(ManifestValue(members: values.filter { !others.contains($0.key) }))
    }
}
