import SwiftSource

// MARK: - Remedies in the words of the manifest

extension BoundaryChecker {
    /// Returns the call that declares a module by lists of modules, and the list for the module's
    /// dependencies, or `nil` if the manifest declares the module otherwise.
    public func part(declaring module: Module) -> (part: ManifestPart, list: ManifestPart.List)? {
        guard let part = manifest(of: module).part(declaring: module.target),
            let list = part.list(for: module.target)
        else { return nil }
        return (part, list)
    }

    /// Returns the modules that a list of a part concerns, including those of the lists before it.
    ///
    /// - Parameter module: A module that the part declares.
    public func modules(
        of list: ManifestPart.List,
        in part: ManifestPart,
        declaring module: Module
    ) -> [Module] {
        let targets = part.targets(of: list)
        return graph.modules.filter {
            targets.contains($0.target) && $0.package == module.package && $0.kind != .external
        }
    }

    /// Returns the modules of a part that import another module.
    public func importers(
        of name: String,
        in part: ManifestPart,
        declaring module: Module
    ) -> [Module] {
        modules(of: .exposes, in: part, declaring: module).filter { user in
            imports(of: user).contains { $0.name == name || $0.target == name }
        }
    }

    /// Whether a module has a dependency because its part lists the dependency for another module
    /// that imports it. A feature exposes a module only if its interface imports the module.
    func isListedForOthers(_ other: Module, by module: Module) -> Bool {
        guard let part = part(declaring: module)?.part else { return false }
        let users = importers(of: other.name, in: part, declaring: module)
        return users.contains { user in
            guard !part.isForMocks(user.target), let list = part.list(for: user.target) else {
                return false
            }
            return part.targets(of: list).contains(module.target)
        }
    }

    /// Whether a list can name a module of another package or a product. A function of the manifest
    /// turns its name into a dependency.
    public func canList(_ other: Module, in module: Module) -> Bool {
        let isTarget = other.kind != .external && !graph.separates(module, from: other)
        return isTarget
            || manifest(of: module).parts.contains { $0.list(naming: other.name) != nil }
    }

    /// Returns an imperative to declare a dependency.
    func addition(of other: Module, to module: Module) -> String {
        let element = element(for: other, in: module)
        guard let (part, list) = part(declaring: module) else {
            let line = place(of: module).location.map { ":\($0.line)" } ?? ""
            return
                "add \(element) to the dependencies of '\(module.name)' at \(manifestName(of: module))\(line)"
        }
        let target = "`\(list.rawValue)` of \(call(part, of: module))"
        if let old = part.list(naming: other.target) {
            return "move \"\(other.target)\" from `\(old.rawValue)` to \(target)"
        }
        let addition = "add \"\(other.target)\" to \(target)"
        return canList(other, in: module)
            ? addition
            : "\(addition), and return \(element) for it in the function that turns names into dependencies"
    }

    /// Returns an imperative to remove a declared dependency that the module does not import.
    func removal(of name: String, from module: Module) -> String {
        guard let (part, list) = part(declaring: module), let old = part.list(naming: name) else {
            return
                "remove '\(name)' from the dependencies of '\(module.name)' in \(manifestName(of: module))"
        }
        let place = "`\(old.rawValue)` of \(call(part, of: module))"
        let importers = importers(of: name, in: part, declaring: module)
        guard let needed = importers.compactMap({ part.list(for: $0.target) }).max() else {
            return "remove \"\(name)\" from \(place)"
        }
        if needed < list {
            let rest = place.dropFirst(old.rawValue.count + 2)
            return "move \"\(name)\" from `\(old.rawValue)` to `\(needed.rawValue)`\(rest)"
        }
        let names = importers.map { "'\($0.name)'" }.joined(separator: ", ")
        return "remove the imports in \(names), and then \"\(name)\" from \(place)"
    }

    /// Returns the call of a part and its line, such as `feature("Sales") at Package.swift:12`.
    private func call(_ part: ManifestPart, of module: Module) -> String {
        "\(part.text) at \(manifestName(of: module)):\(part.location.line)"
    }
}
