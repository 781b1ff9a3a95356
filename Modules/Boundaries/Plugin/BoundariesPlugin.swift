import Foundation
import PackagePlugin

@main
struct BoundariesPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target.sourceModule as? SwiftSourceModuleTarget else { return [] }
        let files = module.sourceFiles(withSuffix: ".swift").map(\.url) + module.pluginGeneratedSources
        let request = CheckRequest(of: module, files: files, in: context.package)
        let requestFile = context.pluginWorkDirectoryURL.appending(path: "request.json")
        try request.write(to: requestFile)
        // SwiftPM compiles a generated Swift file with the target, but copies any other file as a resource.
        let stamp = context.pluginWorkDirectoryURL.appending(path: "Boundaries_\(target.name).swift")
        return [
            .buildCommand(
                displayName: "Checking the boundaries of \(target.name)",
                executable: try context.tool(named: "boundaries-check").url,
                arguments: [requestFile.path(percentEncoded: false), stamp.path(percentEncoded: false)],
                inputFiles: [requestFile] + files + request.otherInputs(of: module, in: context.package),
                outputFiles: [stamp])
        ]
    }
}

/// The request to the program, which declares the same type in `BoundariesCheck.swift`.
private struct CheckRequest: Encodable {
    struct Module: Encodable {
        let name: String
        let importName: String
        let kind: String
        let folder: String
        let dependencies: [String]
    }

    let root: String
    let target: String
    let files: [String]
    let rules: String?
    let modules: [Module]

    init(of target: any SourceModuleTarget, files: [URL], in package: Package) {
        let rules = package.directoryURL.appending(path: "boundaries.json")
        root = package.directoryURL.path(percentEncoded: false).trimmed
        self.target = target.name
        self.files = files.map { $0.path(percentEncoded: false) }
        self.rules = FileManager.default.fileExists(atPath: rules.path) ? rules.path(percentEncoded: false) : nil
        let own = package.targets.map { Module($0, folder: $0.folder(in: package)) }
        let names = Set(own.map(\.name))
        let foreign = package.targets.flatMap(\.recursiveTargetDependencies).filter { !names.contains($0.name) }
        let others = Dictionary(foreign.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        modules = own + others.sorted { $0.key < $1.key }.map { Module($0.value, folder: nil) }
    }

    /// Writes the request unless the file already contains it, so that an unchanged target is not checked again.
    func write(to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(self)
        if (try? Data(contentsOf: file)) != data { try data.write(to: file) }
    }

    /// Returns the other files that the result depends on: the rules, and for the container the sources that declare the container protocols.
    func otherInputs(of target: any SourceModuleTarget, in package: Package) -> [URL] {
        guard let rules = rules.map({ URL(filePath: $0) }) else { return [] }
        let container = try? JSONDecoder().decode(Rules.self, from: Data(contentsOf: rules)).container
        guard target.name == container?.module else { return [rules] }
        return [rules]
            + target.dependencies.flatMap { dependency -> [URL] in
                guard case .target(let target) = dependency, let module = target.sourceModule else { return [] }
                return module.sourceFiles(withSuffix: ".swift").map(\.url)
            }
    }

    /// The part of `boundaries.json` that the plugin reads.
    private struct Rules: Decodable {
        struct Container: Decodable { let module: String }
        let container: Container?
    }
}

extension CheckRequest.Module {
    /// Describes a target. If `folder` is nil, the target is in another package.
    fileprivate init(_ target: any Target, folder: String?) {
        name = target.name
        importName = target.sourceModule?.moduleName ?? target.name
        kind = folder == nil ? "external" : target.kind
        self.folder = folder ?? ""
        dependencies = target.dependencies.flatMap { dependency in
            switch dependency {
            case .target(let target): [target.name]
            case .product(let product): product.targets.map(\.name)
            @unknown default: [String]()
            }
        }
    }
}

extension Target {
    fileprivate var kind: String {
        switch self {
        case let module as SwiftSourceModuleTarget:
            switch module.kind {
            case .executable, .snippet: "executable"
            case .test: "test"
            case .macro: "macro"
            case .generic: "library"
            @unknown default: "library"
            }
        case is ClangSourceModuleTarget: "clang"
        case is SystemLibraryTarget, is BinaryArtifactTarget: "system"
        default: "plugin"
        }
    }

    fileprivate func folder(in package: Package) -> String {
        let root = package.directoryURL.path(percentEncoded: false).trimmed
        let path = directoryURL.path(percentEncoded: false).trimmed
        return path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : path == root ? "" : path
    }
}

extension String {
    fileprivate var trimmed: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}
