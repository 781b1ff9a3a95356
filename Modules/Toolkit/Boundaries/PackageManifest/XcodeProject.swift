import BoundaryRules
import Foundation

/// A target of an Xcode project that contains Swift files.
private struct ProjectTarget {
    /// The module. Its package is the path of the project. Its dependencies include frameworks
    /// that no project builds.
    let module: Module
    let sources: SourceFolder
    /// The products of packages that the target uses, as external modules without a package if the
    /// package has no URL.
    let products: [Module]
}

// MARK: - Reading

private struct ProjectFile: Decodable {
    let rootObject: String
    let objects: [String: [String: ProjectValue]]
}

/// A string, a list of strings, or another value, whose list is empty.
private struct ProjectValue: Decodable {
    let strings: [String]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        strings =
            (try? container.decode([String].self))
            ?? [try? container.decode(String.self)].compactMap(\.self)
    }
}

/// The file of an Xcode project: objects that refer to each other by identifiers.
private struct XcodeProject {
    private let path: String
    private let root: String
    private let objects: [String: [String: ProjectValue]]
    /// The paths of files and folders by their identifiers.
    private var paths: [String: String] = [:]
    var targets: [ProjectTarget] = []
    /// The absolute paths of the packages on this machine to which the project refers.
    private(set) var localPackages: [String] = []

    /// Reads the project at a path relative to `root`.
    init(_ path: String, in root: String) throws(ManifestError) {
        let file = "\(path)/project.pbxproj"
        let data = try SwiftPackage.read("\(root)/\(file)")
        guard let contents = try? PropertyListDecoder().decode(ProjectFile.self, from: data)
        else { throw .invalidProject(path: file) }
        self.path = path
        self.root = root
        objects = contents.objects
        locate(values("mainGroup", of: contents.rootObject))
        targets = values("targets", of: contents.rootObject).compactMap(target)
        localPackages = values("packageReferences", "relativePath", of: contents.rootObject).map {
            "\(root)/\(folder)/\($0)".resolvedPath
        }
    }

    /// Returns the paths of the projects in a folder, and in folders up to two levels below it.
    static func paths(in root: String, below folder: String = "", levels: Int = 2) -> [String] {
        let place = SourceFolder.join(root, folder)
        let names = FileManager.default.names(in: place).sorted()
        // The project does not contain the dependencies that CocoaPods sets. A symbolic link can
        // lead to a project of this repository by a second path, or to another repository.
        guard !names.contains("Podfile"), place == place.resolvedPath else { return [] }
        return names.filter { !PackageSet.isIgnored($0) }.flatMap { name in
            let path = folder.appendingPath(name)
            if name.hasSuffix(".xcodeproj") {
                return [path]
            }
            return levels > 0 ? paths(in: root, below: path, levels: levels - 1) : []
        }
    }

    /// The folder to which paths in the project are relative.
    private var folder: String { SourceFolder.join(path, "..") }

    /// Returns the strings or identifiers to which a chain of keys leads from an object.
    private func values(_ keys: String..., of id: String) -> [String] {
        keys.reduce([id]) { ids, key in
            ids.flatMap { objects[$0]?[key]?.strings ?? [] }
        }
    }

    /// Stores the paths of groups, and of all files and groups in them.
    private mutating func locate(_ groups: [String]) {
        var pending = groups.map { (id: $0, parent: folder) }
        while let (id, parent) = pending.popLast() {
            let tree = values("sourceTree", of: id).first
            // Other paths are relative to the products of the build or to an SDK.
            guard tree == "<group>" || tree == "SOURCE_ROOT", paths[id] == nil else { continue }
            let name = values("path", of: id).first ?? ""
            let path = SourceFolder.join(tree == "<group>" ? parent : folder, name)
            paths[id] = path
            pending += values("children", of: id).map { ($0, path) }
        }
    }

    private func target(_ id: String) -> ProjectTarget? {
        let folders = values("fileSystemSynchronizedGroups", of: id)
        // Localized files have elements, and the path of their folder.
        let files = values("buildPhases", "files", "fileRef", of: id)
            .filter { values("children", of: $0).isEmpty }
            .compactMap { paths[$0] }
        // A folder among the files is a resource.
        var included = folders.compactMap { paths[$0] } + files.filter { $0.hasSuffix(".swift") }
        var excluded: [String] = []
        for (folder, path) in paths {
            for exception in values("exceptions", of: folder)
            where values("target", of: exception) == [id] {
                let names = values("membershipExceptions", of: exception)
                // A target can contain some files of a folder that belongs to other targets.
                if folders.contains(folder) {
                    excluded += names.map(path.appendingPath)
                } else {
                    included += names.map(path.appendingPath)
                }
            }
        }
        let sources = SourceFolder(
            included,
            excluding: excluded,
            resources: files + ["\(path)/project.pbxproj"],
            in: root
        )
        guard let product = values("productReference", "path", of: id).first,
            let swift = try? sources.files(endingIn: ["swift"]), !swift.isEmpty
        else { return nil }
        // The last part of the prefix can be the beginning of several names.
        let prefix = swift.reduce(swift[0]) { $0.commonPrefix(with: $1) }
        let kind = kind(of: values("productType", of: id).first ?? "")
        // A test can import what its app links.
        let users = kind == .test ? [id] + values("dependencies", "target", of: id) : [id]
        let libraries = users.flatMap { values("buildPhases", "files", "fileRef", "path", of: $0) }
            .filter { $0.contains(#/framework|\.a$/#) }
        let targets = values("dependencies", "target", "productReference", "path", of: id)
        let module = Module(
            name: moduleName(of: product),
            kind: kind,
            folder: folders.compactMap { paths[$0] }.first
                ?? SourceFolder.join("\(prefix)*", ".."),
            dependencies: (targets + libraries).map(moduleName),
            package: path
        )
        return ProjectTarget(
            module: module,
            sources: sources,
            products: users.flatMap { values("packageProductDependencies", of: $0) }
                .flatMap(products)
        )
    }

    private func products(_ id: String) -> [Module] {
        let url = values("package", "repositoryURL", of: id).first
        let identity = url?.lastPart?.replacing(#/\.git$/#, with: "")
        return values("productName", of: id).map {
            Module(name: $0, kind: .external, folder: "", package: identity)
        }
    }

    /// Returns the name of the module in a product, such as `Core` for `Core.framework` or
    /// `libCore.a`.
    private func moduleName(of product: String) -> String {
        product.replacing(#/.*\/|^lib(?=.*\.a$)|\.[^.]*$/#, with: "")
    }

    private func kind(of type: String) -> Module.Kind {
        if type.contains("-test") {
            return .test
        }
        return type.contains(#/framework|library/#) ? .library : .executable
    }
}

// MARK: - The graph

extension PackageSet {
    /// Adds the targets of the Xcode projects below the root to the graph. Of several targets that
    /// build the same module, and of a target whose module a package contains, only the first is
    /// in the graph.
    mutating func addProjects() {
        var names = Set(graph.modules.map(\.importName))
        var projects: [XcodeProject] = []
        for path in XcodeProject.paths(in: root) {
            do throws(ManifestError) {
                var project = try XcodeProject(path, in: root)
                project.targets.removeAll { !names.insert($0.module.importName).inserted }
                projects.append(project)
            } catch { uncheckedPackages.append(error) }
        }
        let all = graph.modules + projects.flatMap(\.targets).map(\.module)
        var added: [Module] = []
        for project in projects {
            let local = packages.filter { project.localPackages.contains($0.root) } + packages
            for target in project.targets {
                projectSources[target.module.name] = target.sources
                var module = target.module
                module.dependencies = []
                for other in all where target.module.dependencies.contains(other.name) {
                    // An app contains its extensions, but does not use their code.
                    if module.kind == .test || other.kind != .executable {
                        // An app must contain the frameworks that its other frameworks use.
                        module.declare(other.name, [other.name], isImported: false)
                    }
                }
                for product in target.products {
                    let modules = local.compactMap { package in
                        package.products[product.name]?.compactMap {
                            self.module(of: $0, in: package)?.name
                        }
                    }
                    if product.package == nil, let modules = modules.first {
                        module.declare(product.name, modules, isImported: module.kind != .test)
                    } else {
                        module.dependencies.append(product.name)
                        added += names.insert(product.importName).inserted ? [product] : []
                    }
                }
                added.append(module)
            }
        }
        graph = graph.replacing(graph.modules + added)
    }
}

extension Module {
    fileprivate mutating func declare(_ name: String, _ modules: [String], isImported: Bool) {
        let others = dependencies
        dependencies += modules.filter { !others.contains($0) }
        declaredProducts.append(
            DeclaredProduct(name: name, modules: modules, isImported: isImported)
        )
    }
}
