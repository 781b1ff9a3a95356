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
