import SwiftSource

// What the manifest declares.

extension BoundaryChecker {
    /// Dependencies that are declared and forbidden, or declared and never imported.
    func dependencies(of module: Module, in files: [SourceFile]) -> [Violation] {
        let imported = Set(files.flatMap { $0.imports.map(\.module) })
        return graph.dependencies(of: module).filter { !imported.contains($0.importName) }.compactMap { other in
            let place = manifest.place(of: module.name)
            if !rules.allows(module, toDependOn: other, in: graph) {
                return forbidden(other, by: module, verb: "depends on", at: place)
            }
            return files.isEmpty || !other.isImportedWhereUsed || rules.grants(module, other)
                ? nil : unused(other, by: module, at: place)
        }
    }

    /// Dependencies on what is neither a target of the package nor, as far as the manifest tells, a product of another.
    func unknownDependencies() -> [Violation] {
        graph.modules.flatMap { module in
            module.dependencies.filter { graph.module(named: $0) == nil }.map { name in
                violation(
                    .unknownDependency, of: module, subject: name, at: manifest.place(of: module.name),
                    message: "'\(module.name)' depends on '\(name)', and there is no such target",
                    remedy: "correct or remove the name where Package.swift gives '\(module.name)' its dependencies")
            }
        }
    }

    private func unused(_ other: Module, by module: Module, at place: Place) -> Violation {
        let removal = "remove '\(other.name)' where Package.swift gives '\(module.name)' its dependencies"
        let isContainer = rules.container?.module == module.name
        return violation(
            .unusedDependency, of: module, subject: other.name, at: place,
            message: "'\(module.name)' declares '\(other.name)' and never imports it",
            remedy: isContainer ? "register what '\(other.name)' makes, or \(removal)" : removal)
    }

    /// Modules in the folder of no layer, and package access that the layer does not want.
    func placement(of module: Module) -> [Violation] {
        guard !rules.layers.isEmpty, module.kind != .external else { return [] }
        let place = manifest.place(of: module.name)
        guard let layer = rules.layer(of: module) else {
            return [
                violation(
                    .misplacedModule, of: module, subject: nil, at: place,
                    message: "'\(module.name)' lies in '\(module.folder)', which is the folder of no layer",
                    remedy: "move it, or give that folder a layer: \(rules.layers.map(\.name).joined(separator: ", "))")
            ]
        }
        guard module.isSwift, let wanted = layer.packageAccess, let access = module.packageAccess, access != wanted
        else { return [] }
        return [
            violation(
                .packageAccess, of: module, subject: nil, at: place,
                message: "'\(module.name)' \(access ? "sees" : "does not see") the package declarations of others",
                statement: "\(layer.name) \(wanted ? "see" : "do not see") package declarations",
                remedy: "give its target packageAccess: \(wanted) in Package.swift")
        ]
    }

    func circles() -> [Violation] {
        graph.circles().compactMap { circle in
            guard let module = graph.module(named: circle[0]) else { return nil }
            return violation(
                .circle, of: module, subject: nil, at: manifest.place(of: module.name),
                message: "'\(module.name)' depends on itself", chain: circle,
                remedy: "move what both need into a module that both may see, or let one take a protocol through init")
        }
    }

    /// Modules without the plugin, in a package that uses it, but for those that the plugin's program is built from.
    func uncheckedModules() -> [Violation] {
        let plugin = "Boundaries"
        guard graph.modules.contains(where: { $0.plugins?.contains(plugin) == true }) else { return [] }
        var needed: Set<String> = []
        var unseen = graph.module(named: plugin)?.dependencies ?? []
        while let name = unseen.popLast() {
            if needed.insert(name).inserted { unseen += graph.module(named: name)?.dependencies ?? [] }
        }
        let unchecked = graph.modules.filter { module in
            module.isSwift && module.plugins?.contains(plugin) == false && !needed.contains(module.name)
        }
        return unchecked.map { module in
            violation(
                .uncheckedModule, of: module, subject: nil, at: manifest.place(of: module.name),
                message: "'\(module.name)' is not checked by the build",
                remedy: "give its target the plugin \(plugin) in Package.swift")
        }
    }

    func unusedExceptions() -> [Violation] {
        var strict = rules
        strict.exceptions = []
        return rules.exceptions.compactMap { exception in
            guard let module = graph.module(named: exception.module) else {
                return unused(exception, because: "there is no module '\(exception.module)'")
            }
            guard let other = graph.module(named: exception.dependsOn) else { return nil }
            if strict.allows(module, toDependOn: other, in: graph) {
                return unused(exception, because: "the layers allow it")
            }
            let isUsed =
                module.dependencies.contains(other.name)
                || sources(module).contains { $0.imports.contains { $0.module == other.importName } }
            return isUsed ? nil : unused(exception, because: "it does not")
        }
    }

    /// Returns the paths and names of layers that match no module.
    ///
    /// Patterns with `*` may match nothing yet. Where one is misspelled, the modules that it should match are in no layer, which is an error.
    func emptyLayers() -> [Violation] {
        guard !rules.layers.isEmpty else { return [] }
        let own = graph.modules.filter { $0.kind != .external }
        let names = Set(graph.modules.flatMap { [$0.name, $0.importName] })
            .union(own.flatMap { sources($0).flatMap { $0.imports.map(\.module) } })
        return rules.layers.flatMap { layer in
            let paths = layer.paths.filter { path in path.isLiteral && !own.contains { path.matches($0.folder) } }
                .map(\.text)
            let modules = layer.modules.filter { !names.contains($0) }
            return (paths + modules).map { empty($0, in: layer) }
        }
    }

    private func empty(_ text: String, in layer: Layer) -> Violation {
        violation(
            .emptyLayer, of: Module(name: layer.name, kind: .library, folder: ""), subject: text,
            at: Place(path: rules.file, location: nil),
            message: "'\(text)' in the layer '\(layer.name)' leads to no module", remedy: "correct or remove it")
    }

    private func unused(_ exception: LayerRules.Exception, because reason: String) -> Violation {
        violation(
            .unusedException, of: Module(name: exception.module, kind: .library, folder: ""),
            subject: exception.dependsOn,
            at: Place(path: rules.file, location: nil),
            message: "'\(exception.module)' need not be allowed to see '\(exception.dependsOn)': \(reason)",
            remedy: "remove the exception")
    }
}

extension Module {
    /// Whether Swift that uses the module imports it; programs, plugins and macros are used in other ways, and which
    /// modules a product of another package has is not always known.
    fileprivate var isImportedWhereUsed: Bool {
        switch kind {
        case .library, .system, .clang: true
        case .executable, .test, .macro, .plugin, .external: false
        }
    }
}

/// A file that is searched rather than read, such as a manifest.
struct SourceText: Sendable {
    let path: String
    let text: String

    /// Returns the place where a target is declared, or else the first place of its name in quotes.
    ///
    /// A manifest may make several targets of one name, such as `HomeInterface` and `HomeTests` of `Feature("Home")`. Where the name of a target
    /// is not in the manifest, the place is that of the longest beginning of it that is the first argument of a call. Without such a call, it is
    /// the whole file.
    func place(of target: String) -> Place {
        let mentions = text.ranges(of: "\"\(target)\"")
        let declared = mentions.first(where: isDeclaration) ?? mentions.first(where: isFirstArgument) ?? mentions.first
        return (declared ?? call(makingPartOf: target)).map { place(at: $0.lowerBound) }
            ?? Place(path: path, location: nil)
    }

    private func call(makingPartOf target: String) -> Range<String.Index>? {
        var name = target.dropLast()
        while !name.isEmpty {
            if let call = text.ranges(of: "\"\(name)\"").first(where: isFirstArgument) { return call }
            name.removeLast()
        }
        return nil
    }

    private func place(at mention: String.Index) -> Place {
        let before = text[..<mention]
        let line = before.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        let start = before.utf8.lastIndex(of: UInt8(ascii: "\n")).map { text.utf8.index(after: $0) } ?? text.startIndex
        let column = text.utf8.distance(from: start, to: mention) + 1
        return Place(path: path, location: SourceLocation(line: line, column: column))
    }

    /// Whether a name is that of a target with arguments, rather than of a product or a dependency.
    private func isDeclaration(_ name: Range<String.Index>) -> Bool {
        let before = text[..<name.lowerBound].suffix(80).filter { !$0.isWhitespace }
        let behind = text[name.upperBound...].prefix(80).filter { !$0.isWhitespace }
        return ["arget(name:", ".macro(name:", ".systemLibrary(name:"].contains(where: before.hasSuffix)
            && behind.hasPrefix(",") && !behind.hasPrefix(",condition:")
    }

    /// Whether a name is given to a function that makes targets, such as `.app("Shop", …)`.
    private func isFirstArgument(_ name: Range<String.Index>) -> Bool {
        text[..<name.lowerBound].suffix(80).filter { !$0.isWhitespace }.hasSuffix("(")
    }
}
