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
        return [
            try PlannedCheck(files, in: package).command(
                for: target.name,
                in: context.pluginWorkDirectoryURL,
                tool: context.tool(named: "boundaries-check").url,
                otherInputs: rules.container?.module == target.name
                    ? module.sourcesOfDependencies : []
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

extension PlannedCheck {
    func command(
        for target: String,
        in folder: URL,
        tool: URL,
        otherInputs: [URL] = []
    ) throws -> Command {
        let requestFile = folder.appending(path: "request.json")
        try write(to: requestFile)
        // The stamp is a Swift file, which SwiftPM compiles together with the target. SwiftPM would
        // copy any other file as a resource.
        let stamp = folder.appending(path: "Boundaries_\(target).swift")
        let inputs = (files.values.joined().sorted() + [rules, baseline].compactMap(\.self)).map {
            URL(filePath: $0)
        }
        return .buildCommand(
            displayName: "Checking the boundaries of \(files.count == 1 ? target : "all targets")",
            executable: tool,
            arguments: [
                requestFile.path(percentEncoded: false), stamp.path(percentEncoded: false),
            ],
            inputFiles: [requestFile] + inputs + otherInputs,
            outputFiles: [stamp]
        )
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
