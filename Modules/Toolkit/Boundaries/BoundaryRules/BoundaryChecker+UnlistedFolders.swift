import SwiftSource

extension BoundaryChecker {
    /// Folders that belong together because one call in the manifest would declare their targets.
    private struct MissingPart {
        /// A call of the same function.
        let model: ManifestPart
        let name: String
        var folders: [String]

        /// The call that is missing, such as `feature("Sales")`.
        var call: String {
            model.text.replacing("\"\(model.name)\"", with: "\"\(name)\"")
        }

        /// The names of the targets that the call would declare.
        var targets: [String] {
            model.targets(of: .exposes).map { name + $0.dropFirst(model.name.count) }
        }
    }

    /// Returns a violation for each part of the package that the manifest does not declare although
    /// its folders exist, and for each other folder without a target.
    func unlistedParts() -> [Violation] {
        let parts = missingParts()
        let listed = Set(parts.flatMap(\.folders))
        let others = unlistedFolders.filter { folder in
            !listed.contains(folder) && !unlistedFolders.contains { folder.isInside($0) }
                && !listed.contains { $0.isInside(folder) }
        }
        return parts.map(unlisted)
            + others.sorted().map { unlisted($0, remedy: "declare a target for it") }
    }

    /// Returns the targets that calls missing in the manifest would declare.
    func targetsOfMissingParts() -> Set<String> {
        Set(missingParts().flatMap(\.targets))
    }

    private func missingParts() -> [MissingPart] {
        var parts: [MissingPart] = []
        // The innermost folders show which function declares them. The folders of tests do not.
        let tests = unlistedFolders.filter { $0.hasSuffix("Tests") }
        let others = unlistedFolders.filter { !$0.hasSuffix("Tests") }
        for folder in others.sorted(by: >) + tests {
            let models = models(for: folder)
            let known = parts.indices.first { index in
                models.contains { $0.name == parts[index].name }
            }
            if let known {
                parts[known].folders.append(folder)
            } else if let (model, name) = models.first, !folder.hasSuffix("Tests") {
                parts.append(MissingPart(model: model, name: name, folders: [folder]))
            }
        }
        return parts
    }

    /// Returns the calls in the manifest that declare a target in a folder such as the given one,
    /// and the name with which the call would declare the given folder.
    private func models(for folder: String) -> [(part: ManifestPart, name: String)] {
        graph.modules.filter { $0.kind != .external }.compactMap { module in
            guard let part = part(declaring: module)?.part,
                let name = folder.name(replacing: part.name, in: module.folder)
            else { return nil }
            return (part, name)
        }
    }

    private func unlisted(_ part: MissingPart) -> Violation {
        let targets = part.targets
        var use = ""
        for module in graph.modules where use.isEmpty && module.isSwift {
            let imports = sources(module).flatMap(\.imports).map(\.module)
            if let name = imports.first(where: targets.contains) {
                use = ", and '\(module.name)' imports '\(name)'"
            }
        }
        let outer = unlistedFolders.first { part.folders[0].isInside($0) }
        let place = "\(part.model.text) at \(manifest.fileName):\(part.model.location.line)"
        let remedy = "add \(part.call) below \(place)"
        return unlisted(outer ?? part.folders[0], remedy: remedy, use: use)
    }
}

extension String {
    fileprivate func isInside(_ folder: String) -> Bool {
        hasPrefix("\(folder)/")
    }

    /// Returns the word that this path has in place of a name in another path, or `nil` if the
    /// paths differ otherwise. In the folder of tests, the name has the suffix `Tests`.
    fileprivate func name(replacing name: String, in path: String) -> String? {
        let parts = split(separator: "/")
        let others = path.split(separator: "/")
        guard parts.count == others.count, self != path else { return nil }
        var names: Set<Substring> = []
        for (part, other) in zip(parts, others) where part != other {
            if other == name {
                names.insert(part)
            } else if other == "\(name)Tests", part.hasSuffix("Tests") {
                names.insert(part.dropLast("Tests".count))
            } else {
                return nil
            }
        }
        return names.count == 1 ? names.first.map(String.init) : nil
    }
}
