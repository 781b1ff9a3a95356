import Foundation
import SwiftSource

/// A search for the plugins that may generate Swift source, whose imports no check can read.
///
/// Plugins for linting and formatting, which their names reveal, generate nothing. Another plugin
/// may generate source if its own source names output files, or runs a command before each build,
/// or if its source is not known.
struct SourceGenerators {
    private let root: String
    /// The folders of plugins in this package, relative to ``root``, by name.
    private let ownPlugins: [String: String]
    /// The folders of packages on this machine, relative to ``root``, by identity.
    private let packages: [String: String]

    init(root: String, ownPlugins: [String: String], packages: [String: String]) {
        self.root = root
        self.ownPlugins = ownPlugins
        self.packages = packages
    }

    /// Returns the names of the plugins of a target that may generate Swift source.
    func names(for target: ManifestDump.Target) -> [String] {
        (target.pluginUsages ?? []).filter(mayGenerate).map(\.name)
    }

    private func mayGenerate(_ plugin: ManifestDump.Dependency) -> Bool {
        let name = plugin.name.lowercased()
        // The plugin Boundaries generates a file without imports.
        if name == "boundaries" || name.contains("lint") || name.contains("format") {
            return false
        }
        guard let folder = folder(of: plugin) else { return true }
        let files = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        let sources = files.filter { $0.hasSuffix(".swift") }
        return sources.isEmpty || sources.contains { Self.namesOutput("\(folder)/\($0)") }
    }

    private func folder(of plugin: ManifestDump.Dependency) -> String? {
        guard let package = plugin.package else {
            return ownPlugins[plugin.name].map { "\(root)/\($0)" }
        }
        let identity = package.lowercased()
        let path = packages[identity] ?? ".build/checkouts/\(package)"
        let folder = "\(root)/\(path)/Plugins/\(plugin.name)"
        return folder.fileExists ? folder : nil
    }

    /// Whether the source of a plugin creates a command with output files, or a command that runs
    /// before each build.
    private static func namesOutput(_ file: String) -> Bool {
        let text = FileManager.default.contents(atPath: file).map(Array.init) ?? []
        let tokens = Token.list(of: text)
        return tokens.indices.contains { index in
            if tokens[index].isWord("prebuildCommand") {
                return true
            }
            let value = tokens[index...].dropFirst().prefix(3).map(\.kind)
            return tokens[index].isWord("outputFiles") && value.first == .punctuation(":")
                && value.dropFirst() != [.punctuation("["), .punctuation("]")]
        }
    }
}
