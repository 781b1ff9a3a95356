import Foundation
import PackagePlugin

@main
struct BoundariesPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target.sourceModule as? SwiftSourceModuleTarget else {
            return []
        }
        let package = context.package
        let rules = Rules(in: package.directoryURL)
        var files = [target.name: module.swiftFiles + module.pluginGeneratedSources]
        if rules.checkedWith == target.name {
            for case let other as SwiftSourceModuleTarget in package.targets
            where other.name != target.name {
                files[other.name] = other.swiftFiles
            }
        }
        let check = PlannedCheck(files, in: package)
        let folder = context.pluginWorkDirectoryURL
        let request = folder.appending(path: "request.json")
        try check.write(to: request)
        // The stamp is a Swift file, which SwiftPM compiles together with the target. SwiftPM would
        // copy any other file as a resource.
        let stamp = folder.appending(path: "Boundaries_\(target.name).swift")
        let inputs =
            check.files.values.joined().sorted()
            + [check.rules, check.baseline].compactMap(\.self)
        let others = rules.container?.module == target.name ? module.sourcesOfDependencies : []
        let subject = files.count == 1 ? target.name : "all targets"
        return [
            .buildCommand(
                displayName: "Checking the boundaries of \(subject)",
                executable: try context.tool(named: "boundaries-check").url,
                arguments: [
                    request.path(percentEncoded: false), stamp.path(percentEncoded: false),
                ],
                inputFiles: [request] + inputs.map { URL(filePath: $0) } + others,
                outputFiles: [stamp]
            )
        ]
    }
}

/// The part of `boundaries.json` that the plugin needs.
private struct Rules: Decodable {
    struct Container: Decodable { let module: String }
    var container: Container?
    var checkedWith: String?

    init(in folder: URL) {
        let data = try? Data(contentsOf: folder.appending(path: "boundaries.json"))
        // An invalid file is ignored here, because the program `boundaries-check` reports it.
        if let data, let rules = try? JSONDecoder().decode(Rules.self, from: data) {
            self = rules
        }
    }
}

extension SourceModuleTarget {
    /// The sources of the target's dependencies. A check of the container's module reads them,
    /// because they can declare container protocols.
    fileprivate var sourcesOfDependencies: [URL] {
        dependencies.flatMap { dependency -> [URL] in
            guard case .target(let target) = dependency else {
                return []
            }
            return target.sourceModule?.swiftFiles ?? []
        }
    }
}
