public import BoundaryRules
import Foundation
public import SwiftSource

extension PackageManifest {
    /// Reads the Swift files of every module.
    /// - Parameter prefix: What stands before the paths that are reported, such as `../Other/`.
    public func sources(reportedBelow prefix: String = "") throws(ManifestError) -> [String: [SourceFile]] {
        var sources: [String: [SourceFile]] = [:]
        for module in graph.modules where module.isSwift {
            sources[module.name] = try files(of: module).map { file throws(ManifestError) in
                SourceFile(path: prefix + file, text: Array(try read("\(root)/\(file)")))
            }
        }
        return sources
    }

    /// Returns the rules in a file, which is the `boundaries.json` of the package by default. Without such a file there are no layers.
    public func rules(in file: String? = nil) throws -> LayerRules {
        let path = file ?? "\(root)/boundaries.json"
        if file == nil, !FileManager.default.fileExists(atPath: path) {
            return .none
        }
        do {
            var rules = try LayerRules(json: read(path))
            rules.file = path
            return rules
        } catch let error as LayerRulesError {
            throw LayerRulesError(path: path, error)
        }
    }

    private func read(_ path: String) throws(ManifestError) -> Data {
        do {
            return try Data(contentsOf: URL(filePath: path))
        } catch {
            throw .unreadable(path: path, reason: error.localizedDescription)
        }
    }
}
