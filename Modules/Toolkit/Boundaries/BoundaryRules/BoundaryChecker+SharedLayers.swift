import SwiftSource

extension BoundaryChecker {
    /// Returns violations for the protocols of shared layers that only one folder uses, such as the
    /// folder of one feature.
    ///
    /// A module without package access, such as an app, also counts as a user. Services and the
    /// module with the container do not count, because they only provide an implementation.
    func unsharedProtocols() -> [Violation] {
        graph.modules.flatMap { module -> [Violation] in
            let folders = rules.layer(of: module)?.sharedBy ?? []
            guard module.isSwift, !folders.isEmpty else { return [] }
            return unsharedProtocols(of: module, by: folders)
        }
    }

    private func unsharedProtocols(of module: Module, by folders: [PathPattern]) -> [Violation] {
        var names: [String: Set<String>] = [:]
        for user in graph.modules where isProduction(user) && user.name != module.name {
            guard let folder = self.folder(of: user, among: folders) else { continue }
            let found = sources(user).map(\.typeNames).joined()
            names[folder, default: []].formUnion(found)
        }
        // In a package with one feature, it is not known what the next feature will use.
        guard names.keys.count(where: { !$0.isEmpty }) > 1 else { return [] }
        let files = sources(module)
        return files.flatMap { file -> [Violation] in
            let others = files.filter { $0.path != file.path }
            return file.types.compactMap { type -> Violation? in
                let users = names.filter { $0.value.contains(type.name) }.keys
                guard type.kind == .protocol, !isContainerProtocol(type),
                    let folder = users.first, users.count == 1, !folder.isEmpty,
                    !others.contains(where: { $0.typeNames.contains(type.name) })
                else { return nil }
                let place = Place(path: file.path, location: type.location)
                return unshared(type.name, of: module, usedBy: folder, at: place)
            }
        }
    }

    /// Returns violations for the ports of a feature that another feature names. A port is a
    /// `package` protocol in the folder of a feature, except a container protocol.
    ///
    /// The features are the folders that the rules list in `sharedBy`. Names are not resolved, so a
    /// file that imports the module of the port counts as a user, unless another module that the
    /// file can see declares the name too.
    func foreignPorts() -> [Violation] {
        let modules = graph.modules.filter(isProduction)
        return modules.flatMap { module -> [Violation] in
            let ports = sources(module).flatMap(\.types).filter(isPort)
            let users = ports.isEmpty ? [] : modules.filter { isForeign(module, for: $0) }
            return users.flatMap { user in
                uses(of: ports, declaredIn: module, by: user).map { port, path in
                    foreignPort(port.name, of: module, by: user, at: Place(path: path))
                }
            }
        }
    }

    /// Whether a type is a port of a feature to which the user does not belong.
    func isForeignPort(_ type: TypeDeclaration, of module: Module, for user: Module) -> Bool {
        isPort(type) && isForeign(module, for: user)
    }

    private func isPort(_ type: TypeDeclaration) -> Bool {
        type.kind == .protocol && type.accessLevel == "package" && !isContainerProtocol(type)
    }

    /// Whether two modules with production code belong to different features.
    private func isForeign(_ module: Module, for user: Module) -> Bool {
        let patterns = rules.layers.flatMap(\.sharedBy)
        guard isProduction(module), isProduction(user),
            let owner = folder(of: module, among: patterns),
            let folder = folder(of: user, among: patterns)
        else { return false }
        return !owner.isEmpty && !folder.isEmpty && owner != folder
    }

    /// Returns the protocols of a module that another module names, with the path of the first file
    /// that does.
    private func uses(
        of protocols: [TypeDeclaration],
        declaredIn module: Module,
        by user: Module
    ) -> [(TypeDeclaration, path: String)] {
        let files = sources(user)
        let own = Set(files.flatMap(\.types).map(\.name))
        return protocols.compactMap { type in
            let file = files.first { file in
                let imported = file.imports.compactMap {
                    graph.module(importedAs: $0.module, in: user)
                }
                let others = imported.filter { $0.name != module.name && $0.kind != .external }
                return file.typeNames.contains(type.name)
                    && imported.contains { $0.name == module.name }
                    && !others.flatMap(sources).flatMap(\.types).contains { $0.name == type.name }
            }
            return file.flatMap { own.contains(type.name) ? nil : (type, $0.path) }
        }
    }

    /// Returns violations for the public types in modules of a layer with package access, if all
    /// layers that can depend on it have package access too. Modules in products are excluded,
    /// because other packages use them.
    func needlessPublicTypes() -> [Violation] {
        let layers = rules.layers.filter { layer in
            let users = rules.layers.filter { $0.lists(layer) }
            return layer.packageAccess == true && !layer.isForTests && !users.isEmpty
                && users.allSatisfy { $0.packageAccess == true }
        }
        return graph.modules.flatMap { module -> [Violation] in
            guard let layer = rules.layer(of: module), layers.contains(layer), module.isSwift,
                module.kind != .test,
                !graph.libraries.contains(where: { $0.targets.contains(module.name) })
            else { return [] }
            return sources(module).flatMap { file in
                let types = file.types.filter {
                    $0.isPublic && $0.kind != .extension && !isContainerProtocol($0)
                }
                return types.map {
                    let place = Place(path: file.path, location: $0.location)
                    return needlessPublic($0, of: module, in: layer, at: place)
                }
            }
        }
    }

    private func isProduction(_ module: Module) -> Bool {
        module.isSwift && module.kind != .test && rules.layer(of: module)?.isForTests != true
    }

    /// Returns the folder that contains a module and that one of the patterns selects. Returns an
    /// empty string for a module without package access, and `nil` for any other module.
    private func folder(of module: Module, among patterns: [PathPattern]) -> String? {
        let parts = module.folder.split(separator: "/")
        let folders = parts.indices.map { parts[...$0].joined(separator: "/") }
        let access = module.packageAccess ?? rules.layer(of: module)?.packageAccess
        return folders.first { folder in patterns.contains { $0.matches(folder) } }
            ?? (access == false ? "" : nil)
    }
}
