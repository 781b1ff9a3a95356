import SwiftSource

/// Which modules a copy of a protocol's requirements must import publicly: those alone whose types they name, since the compiler warns of
/// others.
struct ImportedTypes {
    /// The modules that the protocol's files import, each with the names of its types, or nil where its sources are not at hand.
    private let modules: [String: Set<String>?]
    /// The types of the protocol's own module.
    private let own: Set<String>

    /// Looks through the workspace.
    init(of declaration: ProtocolDeclaration, in home: Role.Home, workspace: Workspace) throws(ScaffoldingError) {
        own = try workspace.typeNames(in: home.folder)
        var modules: [String: Set<String>?] = [:]
        // Injection is what container protocols need; no requirement of a role may speak of it.
        for module in declaration.imports where module != "Injection" {
            let folder = workspace.folder(ofModule: module)
            modules[module] = .some(
                try folder.map { name throws(ScaffoldingError) in try workspace.typeNames(in: name) })
        }
        self.modules = modules
    }

    /// The modules whose types the requirements name, in alphabetical order.
    func modules(neededFor requirements: [Requirement]) -> [String] {
        let names = requirements.reduce(into: Set<String>()) { $0.formUnion($1.typeNames) }
            .subtracting(own).subtracting(StandardLibrary.types)
        let known = modules.values.compactMap(\.self).reduce(into: Set<String>()) { $0.formUnion($1) }
        return modules.filter { module, types in
            guard let types else { return names.contains(module) || !names.subtracting(known).isEmpty }
            return names.contains(module) || !names.isDisjoint(with: types)
        }.keys.sorted()
    }
}

extension Requirement {
    /// The names of the types that it speaks of, without those that the caller chooses.
    fileprivate var typeNames: Set<String> {
        Set(types.flatMap(\.typeNames)).subtracting(method?.genericNames ?? [])
    }
}

extension String {
    /// The names of types in the text of a type, the first of each dotted path; by convention they begin with a capital.
    fileprivate var typeNames: [String] {
        let parts = split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
        return parts.compactMap { $0.split(separator: ".").first }.filter { $0.first?.isUppercase == true }
            .map(String.init)
    }
}

extension Workspace {
    /// The folder of a module that others import; nil when it is none of the workspace.
    func folder(ofModule module: String) -> String? {
        let candidates = ["Modules/\(module)", Role.Home.feature(String(module.dropLast("Interface".count))).folder]
        return candidates.first { exists($0) }
    }

    /// The names of the types and typealiases that the files of a folder declare.
    fileprivate func typeNames(in folder: String) throws(ScaffoldingError) -> Set<String> {
        var names: Set<String> = []
        for (path, text) in try sources(in: folder) {
            names.formUnion(SourceFile(path: path, text: text).types.filter { $0.kind != .extension }.map(\.name))
            var cursor = TokenCursor(text)
            while cursor.current != nil {
                if cursor.take(word: "typealias"), let name = cursor.takeName() {
                    names.insert(name)
                } else {
                    cursor.advance()
                }
            }
        }
        return names
    }
}
