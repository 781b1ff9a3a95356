import Foundation
import SwiftSource

/// A change that splits a single-module feature into an interface, an implementation, mocks and
/// tests.
///
/// The public members of the type that the container provides become the requirements of a protocol
/// with the same name. The other public types of the module move to the interface.
public struct FeatureSplit: WorkspaceChange {
    private let name: String

    public init(_ name: String) {
        self.name = name
    }

    public func prepare(_ plan: inout EditPlan) async throws(ScaffoldingError) -> [String] {
        let workspace = plan.workspace
        try workspace.requireFeature(name)
        guard workspace.isSingle(feature: name) else {
            throw .exists(
                "the interface of '\(name)'",
                remedy: "only a single-module feature can be split"
            )
        }
        let feature = try SingleFeature(name, in: workspace)
        try feature.requireFreeNames(in: workspace)
        try feature.moveSources(&plan)
        try feature.writeMocks(&plan)
        try feature.editTests(&plan)
        try feature.editUsers(&plan)
        try plan.editManifest { manifest throws(ScaffoldingError) in
            try manifest.makeFeature(ofSingle: name, exposing: feature.exposedModules)
        }
        return try feature.addReadme(&plan) + [
            "build the workspace, and correct the imports and members that the compiler reports"
        ]
    }

    public func formerName(of name: String) -> String {
        ["\(self.name)Interface", "\(self.name)Testing"].contains(name) ? self.name : name
    }
}

/// The sources of a single-module feature.
private struct SingleFeature {
    /// A type that the container provides.
    struct Role {
        let name: String
        let keyword: String
        var requirements: [Requirement] = []
        /// The comments of the type, which move to the protocol.
        var comments = ""

        var implementation: String { "Default\(name)" }
        var mock: String { "Mock\(name)" }
    }

    let name: String
    private let part: WorkspacePart
    private let files: [SourceText]
    private var roles: [Role] = []
    /// The public types that move to the interface.
    private var movedTypes: Set<String> = []
    private var folder: String { part.folder }
    private var interface: String { "\(name)Interface" }

    init(_ name: String, in workspace: Workspace) throws(ScaffoldingError) {
        self.name = name
        part = WorkspacePart(.feature, name)
        files = try workspace.sources(in: part.folder)
        let types = files.flatMap { file in
            file.declarations.filter(\.isType).map { (file: file, type: $0) }
        }
        for name in try workspace.providedTypes(in: part.folder) {
            let provided = types.first { $0.type.name == name && $0.type.keyword != "protocol" }
            guard let (file, type) = provided else { continue }
            roles.append(Role(name: name, keyword: type.keyword, comments: file.comments(of: type)))
        }
        guard !roles.isEmpty else {
            throw .missing(
                "property of the form 'Factory<Type>' in '\(name)Providing'",
                remedy: "declare one for the type that becomes the protocol"
            )
        }
        let names = Set(roles.map(\.name))
        let publicTypes = types.map(\.type).filter(\.isPublic)
        movedTypes = Set(publicTypes.map(\.name)).subtracting(names)
        for index in roles.indices {
            roles[index].requirements = try requirements(of: roles[index])
        }
    }

    /// Returns the protocol requirements for the public members of a type.
    private func requirements(of role: Role) throws(ScaffoldingError) -> [Requirement] {
        var requirements: [Requirement] = []
        for file in files {
            for declaration in file.declarations where declaration.name == role.name {
                let isExtension = declaration.keyword == "extension"
                guard isExtension || declaration.isType else { continue }
                for member in file.members(of: declaration) {
                    let isPublic = isRequirement(member) || isExtension && declaration.isPublic
                    guard isPublic, member.keyword != "init" else { continue }
                    requirements.append(
                        try Requirement(member, in: file, isActor: role.keyword == "actor")
                    )
                }
            }
        }
        var taken: Set<String> = []
        for index in requirements.indices {
            requirements[index].chooseMockName(except: &taken)
        }
        return requirements
    }

    private func isRequirement(_ member: Declaration) -> Bool {
        member.isPublic && member.keyword != "init"
    }

    func requireFreeNames(in workspace: Workspace) throws(ScaffoldingError) {
        try workspace.requireFreeTypes(roles.flatMap { [$0.implementation, $0.mock] })
    }
}

// MARK: - The feature

extension SingleFeature {
    /// Moves each file to the interface or the implementation, or divides it between them.
    func moveSources(_ plan: inout EditPlan) throws(ScaffoldingError) {
        for file in files {
            let declarations = file.declarations.filter { $0.keyword != "import" }
            if let directive = declarations.first(where: { $0.keyword == "#" }) {
                throw .unsupportedSource(
                    path: file.place(of: directive),
                    reason: "it has declarations inside '#if'",
                    remedy: "move the condition into the declarations"
                )
            }
            let interfaceDeclarations = declarations.filter(belongsToInterface)
            let rest = declarations.filter { !belongsToInterface($0) }
            let path = file.path.dropFirst(folder.count)
            let roles = roles.filter { role in rest.contains { $0.isType && $0.name == role.name } }
            if rest.isEmpty {
                try plan.move(file.path, to: "\(folder)/Interface\(path)")
                plan.write(existential(file, file.bytes.indices), to: "\(folder)/Interface\(path)")
                continue
            }
            var newPath = "\(folder)/Implementation\(path)"
            for role in roles {
                newPath = newPath.replacing(
                    "/\(role.name).swift",
                    with: "/\(role.implementation).swift"
                )
            }
            try plan.move(file.path, to: newPath)
            plan.write(implementation(file, rest), to: newPath)
            guard !interfaceDeclarations.isEmpty || !roles.isEmpty else { continue }
            plan.write(
                interface(file, interfaceDeclarations, roles),
                to: "\(folder)/Interface\(path)"
            )
        }
    }

    private func belongsToInterface(_ declaration: Declaration) -> Bool {
        guard movedTypes.contains(declaration.name) else { return false }
        return declaration.isType
            || declaration.keyword == "extension" && declaration.words.contains("public")
    }

    /// The modules that the files of the interface import.
    var exposedModules: [String] {
        let files = files.filter { file in
            file.declarations.contains { belongsToInterface($0) || role(named: $0.name) != nil }
        }
        return files.flatMap(\.declarations).filter { $0.keyword == "import" && $0.isPublic }
            .map(\.name)
    }

    /// Returns the part of a file that belongs to the interface.
    private func interface(
        _ file: SourceText,
        _ interfaceDeclarations: [Declaration],
        _ roles: [Role]
    ) -> String {
        let words = Set(interfaceDeclarations.flatMap(\.words))
            .union(roles.flatMap(\.requirements).flatMap(\.words))
        // The declarations in the interface require only the public imports.
        var text = imports(of: file, for: words).filter { $0.hasPrefix("public ") }.joined()
        for role in roles {
            text += "\n\(role.comments)public protocol \(role.name): Sendable {\n"
            let requirements = role.requirements.map { requirement in
                requirement.declaration.split(separator: "\n").map { "    \($0)\n" }.joined()
            }
            text += requirements.joined(separator: "\n") + "}\n"
        }
        for declaration in interfaceDeclarations {
            let body = existential(file, declaration.range)
            text += "\n\(body.trimmingCharacters(in: .newlines))\n"
        }
        return String(text.drop { $0 == "\n" })
    }

    /// Returns the lines that import modules for declarations with the given words.
    private func imports(of file: SourceText, for words: Set<String>) -> [String] {
        let names: Set = ["SharedContainer", "Factory", "Container", "Injected", "Scope"]
        let imports = file.declarations.filter { declaration in
            let isUsed = declaration.name != "Injection" || !words.isDisjoint(with: names)
            return declaration.keyword == "import" && isUsed
        }
        return imports.map { "\(file.text($0.tokens))\n" }
    }

    /// Returns the part of a file that belongs to the implementation.
    private func implementation(_ file: SourceText, _ declarations: [Declaration]) -> String {
        let words = Set(declarations.flatMap(\.words))
        var text = imports(of: file, for: words).joined()
            .replacing("public import", with: "package import")
        let signatures = roles.flatMap(\.requirements).flatMap(\.words)
        let isNamed = !movedTypes.isDisjoint(with: words.intersection(signatures))
        for declaration in declarations {
            var replacements = newNames(in: file)
            if role(named: declaration.name) != nil {
                replacements += accessAndConformance(of: declaration, in: file)
            }
            let body = file.text(declaration.range, replacing: replacements)
            text += "\n\(body.trimmingCharacters(in: .newlines))\n"
        }
        text = String(text.drop { $0 == "\n" })
        text.addImport(isNamed ? "package import" : "import", of: interface)
        return text
    }

    /// Returns replacements that change the names of roles to the names of their implementations.
    private func newNames(in file: SourceText) -> [Replacement] {
        file.tokens.compactMap { token in
            role(named: token.word).map { Replacement(range: token.range, text: $0.implementation) }
        }
    }

    private func role(named name: String?) -> Role? {
        roles.first { $0.name == name }
    }

    /// Returns replacements that give a type and its members `package` access, and that add the
    /// conformance to the protocol.
    private func accessAndConformance(
        of declaration: Declaration,
        in file: SourceText
    ) -> [Replacement] {
        var replacements = declaration.tokens.filter { $0.isWord("public") || $0.isWord("open") }
            .map { Replacement(range: $0.range, text: "package") }
        replacements += file.members(of: declaration).filter(isRequirement).compactMap { member in
            // The documentation is removed, because it moves to the requirements of the protocol.
            guard let first = member.tokens.first, file.comments(of: member).hasPrefix("///") else {
                return nil
            }
            let space = file.text(member.range.lowerBound..<first.range.lowerBound)
            let indentation = space.reversed().prefix { $0 == " " }
            let isSeparate = space.hasPrefix("\n\n")
            return Replacement(
                range: member.range.lowerBound..<first.range.lowerBound,
                text: (isSeparate ? "\n\n" : "\n") + String(indentation)
            )
        }
        guard declaration.isType, let role = role(named: declaration.name) else {
            return replacements
        }
        let tokens = declaration.tokens
        if let first = tokens.first, !role.comments.isEmpty {
            let comments = declaration.range.lowerBound..<first.range.lowerBound
            replacements.append(
                Replacement(
                    range: comments,
                    text: "/// The implementation of `\(role.name)` for production.\n"
                )
            )
        }
        let next = declaration.keywordIndex + 2
        let conformance: Replacement
        if !tokens.has(":", at: next) {
            let end = tokens[next - 1].range.upperBound
            conformance = Replacement(range: end..<end, text: ": \(role.name)")
        } else if tokens.has("Sendable", "{", at: next + 1) {
            // The protocol refines `Sendable`, so its name can replace `Sendable`.
            conformance = Replacement(range: tokens[next + 1].range, text: role.name)
        } else {
            let start = tokens[next + 1].range.lowerBound
            conformance = Replacement(range: start..<start, text: "\(role.name), ")
        }
        return replacements + [conformance]
    }

    /// Returns the text of a range with the names of roles replaced by existential types.
    private func existential(_ file: SourceText, _ range: Range<Int>) -> String {
        file.text(range, replacing: existentialNames(in: file))
    }

    private func existentialNames(in file: SourceText) -> [Replacement] {
        let tokens = file.tokens
        return tokens.indices.compactMap { index in
            guard let role = role(named: tokens[index].word),
                [":", "<", ">", "[", ","].contains(where: { tokens.has($0, at: index - 1) }),
                !tokens.has("(", at: index + 1), !tokens.has(".", at: index + 1)
            else { return nil }
            let name = "any \(role.name)"
            let isOptional = tokens.has("?", at: index + 1)
            return Replacement(range: tokens[index].range, text: isOptional ? "(\(name))" : name)
        }
    }

    func writeMocks(_ plan: inout EditPlan) throws(ScaffoldingError) {
        for role in roles {
            let mock = try MockSource(
                of: role.requirements,
                declaredIn: files,
                access: "public",
                in: plan.workspace
            )
            let text = mock.text(role.mock, of: role.name, in: interface)
            plan.write(text, to: "\(folder)/Testing/\(role.mock).swift")
        }
    }
}

// MARK: - The files that use the feature

extension SingleFeature {
    func editTests(_ plan: inout EditPlan) throws(ScaffoldingError) {
        let folder = "Tests/\(name)Tests"
        for file in try plan.workspace.sources(in: folder) {
            var newPath = file.path
            var replacements = constructions(in: file)
            for role in roles {
                let names = ("\(role.name)Tests", "\(role.implementation)Tests")
                newPath = newPath.replacing("/\(names.0).swift", with: "/\(names.1).swift")
                replacements += file.tokens.filter { $0.isWord(names.0) }
                    .map { Replacement(range: $0.range, text: names.1) }
            }
            var newText = file.text(replacing: replacements)
            newText.addImport("import", of: interface)
            if newPath != file.path {
                try plan.move(file.path, to: newPath)
            }
            plan.write(newText, to: newPath)
        }
    }

    /// Returns replacements after which the file creates the implementation of a role wherever it
    /// previously created the role itself.
    private func constructions(in file: SourceText) -> [Replacement] {
        let tokens = file.tokens
        var replacements = existentialNames(in: file)
        for index in tokens.indices {
            guard let role = role(named: tokens[index].word), tokens.has("(", at: index + 1) else {
                continue
            }
            replacements.append(Replacement(range: tokens[index].range, text: role.implementation))
            // After this replacement, the variable in `let ledger = Ledger()` needs a type
            // annotation that names the protocol.
            guard tokens.has("let", at: index - 3) || tokens.has("var", at: index - 3),
                tokens.has("=", at: index - 1)
            else { continue }
            let end = tokens[index - 2].range.upperBound
            replacements.append(Replacement(range: end..<end, text: ": any \(role.name)"))
        }
        return replacements
    }

    /// Edits Bootstrap, the example, and all other files that import the feature.
    func editUsers(_ plan: inout EditPlan) throws(ScaffoldingError) {
        let tests = "Tests/\(name)Tests/"
        for (path, text) in try plan.workspace.texts(containing: [name])
        where path.hasSuffix(".swift") {
            let isOwn = path.hasPrefix("\(folder)/") || path.hasPrefix(tests)
            guard !isOwn else { continue }
            let imports = SourceFile(path: path, text: text).imports.filter { $0.module == name }
            guard !imports.isEmpty else { continue }
            let createsIt =
                path.hasPrefix("Modules/Bootstrap/") && path != Workspace.container
                || path.hasPrefix("App/Examples/")
            let file = SourceText(try plan.text(path), path: path)
            let replacements = createsIt ? constructions(in: file) : existentialNames(in: file)
            var newText = file.text(replacing: replacements)
            let isPublic = newText.contains("public import \(name)\n")
            newText.removeImport(of: name)
            newText.addImport(isPublic ? "public import" : "import", of: interface)
            if createsIt {
                newText.addImport("import", of: name)
            }
            plan.write(newText, to: path)
        }
    }

    /// Adds the README of a feature with an interface. If the feature already has a README, it is
    /// kept, and the result contains a note.
    func addReadme(_ plan: inout EditPlan) throws(ScaffoldingError) -> [String] {
        let path = "\(folder)/README.md"
        guard let role = roles.first else { return [] }
        guard !plan.workspace.exists(path) else {
            return ["\(path) describes a single-module feature; update it"]
        }
        let names = ["FeatureName": name, "RoleName": role.name, "roleName": role.name.asProperty]
        if let text = try plan.texts(of: ["Feature"], names: names)[path] {
            plan.write(text, to: path)
        }
        return []
    }
}
