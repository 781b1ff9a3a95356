import Foundation
import SwiftSource

/// A search for the plugins that may generate Swift source, whose imports no check can read.
///
/// The search considers the following sources of information. The first one that applies determines
/// the result:
///
/// - the name of the plugin: plugins for linting and formatting generate nothing
/// - the output of the plugin in `.build/plugins/outputs`
/// - the source of the plugin: the plugin may generate source if it names output files, or runs a
///   command before each build
///
/// All other plugins may generate source.
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
        (target.pluginUsages ?? []).filter { mayGenerate($0, for: target.name) }.map(\.name)
    }

    private func mayGenerate(_ plugin: ManifestDump.Dependency, for target: String) -> Bool {
        let name = plugin.name.lowercased()
        // The plugin Boundaries generates a file without imports.
        if name == "boundaries" || name.contains("lint") || name.contains("format") {
            return false
        }
        if let files = outputs(of: plugin.name, for: target) {
            return files.contains { $0.hasSuffix(".swift") }
        }
        guard let folder = folder(of: plugin) else { return true }
        let sources = files(below: folder).filter { $0.hasSuffix(".swift") }
        return sources.isEmpty || sources.contains { Self.namesOutput("\(folder)/\($0)") }
    }

    /// Returns the files that a plugin generated for a target in the last build, or `nil` if there
    /// was no build.
    private func outputs(of plugin: String, for target: String) -> [String]? {
        let outputs = "\(root)/.build/plugins/outputs"
        let packages = FileManager.default.names(in: outputs)
        let paths = packages.flatMap { files(below: "\(outputs)/\($0)/\(target)") }
        let own = paths.filter { $0.split(separator: "/").contains(Substring(plugin)) }
        return own.isEmpty ? nil : own
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

    private func files(below folder: String) -> [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
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
