import BoundaryRules
import Foundation
public import SwiftSource

/// The modules that each module of a set uses, including uses that no manifest declares.
///
/// A module uses its dependencies, its plugins, and the modules that it imports: an import without
/// a dependency compiles if another target causes SwiftPM to build the module first. A test also
/// uses the programs of its package that it starts.
public struct ModuleUses {
    /// The names of the modules that each module uses.
    private var used: [String: [String]] = [:]
    /// The names of the tests that start programs, but name none of their package.
    public private(set) var testsWithUnknownPrograms: Set<String> = []

    /// Searches for the uses of modules in the sources of a set.
    public init(of packages: PackageSet, in sources: [String: [SourceFile]]) {
        let graph = packages.graph
        let starters = sources.filter { $0.value.contains(where: \.startsPrograms) }.keys
        let users = Set(reachableFrom: starters) { name in graph.dependents[name] ?? [] }
        let programs = Dictionary(grouping: graph.modules.filter { $0.kind == .executable }) {
            packages.package(of: $0.name)?.root
        }
        // The other packages of the set are on this machine, so their modules can change.
        let unread = Set(packages.unreadProducts.map(\.name))
        for module in graph.modules {
            let files = sources[module.name] ?? []
            let imported = Set(files.flatMap { $0.imports.map(\.module) }).sorted()
            let modules = imported.compactMap { graph.module(importedAs: $0, in: module) }
            let names = modules.map(\.name).filter { name in
                !unread.contains(name)
            }
            used[module.name] = module.dependencies + (module.plugins ?? []) + names
            guard let package = packages.package(of: module.name),
                let programs = programs[package.root]
            else { continue }
            let isStarter = files.contains(where: \.startsPrograms)
            guard isStarter || module.kind == .test && users.contains(module.name) else { continue }
            let mentions = ProgramMentions(in: files, below: packages.root)
            // A module of a program can start other programs. A test helper finds the program
            // that a test starts.
            guard module.kind == .test || mentions.findsFolder else { continue }
            let named = programs.filter { program in
                let products = package.products.filter { $0.value.contains(program.target) }
                return !mentions.names.isDisjoint(with: products.keys + [program.target])
            }
            if named.isEmpty, module.kind == .test, isStarter {
                testsWithUnknownPrograms.insert(module.name)
            }
            let isUnnamed = named.isEmpty && module.kind == .test && mentions.findsFolder
            used[module.name]? += (isUnnamed ? programs : named).map(\.name)
        }
    }

    /// Returns the names of the modules that a module uses, which can contain the module itself.
    public func modules(usedBy name: String) -> [String] {
        used[name] ?? []
    }
}

extension SourceFile {
    /// Whether the file uses a type that starts programs.
    fileprivate var startsPrograms: Bool {
        !typeNames.isDisjoint(with: ["NSTask", "Process", "Subprocess"])
    }
}

/// What files reveal about the programs that they start.
private struct ProgramMentions {
    /// The names of files at the beginning of string literals, such as `shop` in
    /// `"\(folder)/shop --help"`.
    private(set) var names: Set<String> = []
    /// Whether a file searches for the folder in which SwiftPM builds programs.
    private(set) var findsFolder = false

    init(in files: [SourceFile], below root: String) {
        for file in files {
            let data = FileManager.default.contents(atPath: "\(root)/\(file.path)") ?? Data()
            let text = Array(data)
            for token in Token.list(of: text) {
                switch token.kind {
                case .literal:
                    let literal = String(decoding: text[token.range], as: UTF8.self)
                    let words = literal.split { $0.isWhitespace || "\"#".contains($0) }
                    if let name = words.first?.split(separator: "/").last {
                        names.insert(String(name))
                    }
                case .word("allBundles"), .word("bundlePath"), .word("bundleURL"),
                    .word("productsDirectory"):
                    findsFolder = true
                default: break
                }
            }
        }
    }
}
