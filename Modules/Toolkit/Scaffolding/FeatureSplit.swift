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
        try plan.editBootstrap { container in
            container.replaceImport(of: name, by: "\(name)Interface")
        } dependencies: { _ in
            // The split edits this file as it edits every other file that imports the feature.
        }
        return try feature.addReadme(&plan) + feature.notes
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
    let notes: [String]

    private var folder: String { part.folder }
    private var interface: String { "\(name)Interface" }

    init(_ name: String, in workspace: Workspace) throws(ScaffoldingError) {
        self.name = name
        part = WorkspacePart(.feature, name)
        files = try workspace.sources(in: part.folder).map {
            SourceText(path: $0.path, text: $0.text)
        }
        notes = [
            "build the workspace, and correct the imports and members that the compiler reports"
        ]
        var types: [(file: SourceText, type: Declaration)] = []
        for file in files {
            for type in file.declarations where type.isType {
                types.append((file, type))
            }
        }
        for name in try Self.roles(of: name, in: workspace, folder: part.folder) {
            guard let (file, type) = types.first(where: { $0.type.name == name }) else {
                continue
            }
            roles.append(Role(name: name, keyword: type.keyword, comments: file.comments(of: type)))
        }
        guard !roles.isEmpty else {
            throw .missing(
                workspace.kind.hasContainer
                    ? "property of the form 'Factory<Type>' in '\(name)Providing'"
                    : "property in \(Workspace.dependencies) with a type of '\(name)'",
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

    /// Returns the names of the types that the container protocol provides, or the names of all
    /// types that Bootstrap provides without a container.
    private static func roles(
        of name: String,
        in workspace: Workspace,
        folder: String
    ) throws(ScaffoldingError) -> [String] {
        if let dependencies = try workspace.dependencies() {
            return dependencies.properties.map(\.type)
        }
        let protocols = try workspace.types(in: folder)
            .filter { $0.kind == .protocol && $0.name.hasSuffix("Providing") }
        let properties = protocols.flatMap(\.properties)
        return properties.filter { $0.typeWords.count == 2 && $0.typeWords[0] == "Factory" }.map {
            $0.typeWords[1]
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
        for (index, requirement) in requirements.enumerated() {
            let name = requirement.mockName
            let earlier = requirements[..<index].first { $0.mockName == name }
            guard let earlier else { continue }
            throw .unsupportedSource(
                path: requirement.place,
                reason:
                    "a mock of '\(role.name)' would need two closures named '\(name)', for this member and for the member at \(earlier.place)",
                remedy: "rename one of the members"
            )
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
                let line = directive.tokens[directive.keywordIndex].location.line
                throw .unsupportedSource(
                    path: "\(file.path):\(line)",
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
        var text = ""
        for declaration in file.declarations where declaration.keyword == "import" {
            let line = file.text(declaration.tokens)
            if declaration.name == "Injection", words.isDisjoint(with: Self.wordsOfInjection) {
                continue
            }
            // The declarations in the interface require only the public imports.
            if declaration.isPublic {
                text += "\(line)\n"
            }
        }
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

    private static let wordsOfInjection: Set = [
        "SharedContainer", "Factory", "Container", "Injected", "Scope",
    ]

    /// Returns the part of a file that belongs to the implementation.
    private func implementation(_ file: SourceText, _ declarations: [Declaration]) -> String {
        var text = ""
        let words = Set(declarations.flatMap(\.words))
        let signatures = roles.flatMap(\.requirements).flatMap(\.words)
        let isNamed = !movedTypes.isDisjoint(with: words.intersection(signatures))
        for declaration in file.declarations where declaration.keyword == "import" {
            if declaration.name == "Injection", words.isDisjoint(with: Self.wordsOfInjection) {
                continue
            }
            let line = file.text(declaration.tokens)
            text +=
                declaration.isPublic
                ? line.replacing("public import", with: "package import") : line
            text += "\n"
        }
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
        let nameEnd = tokens[declaration.keywordIndex + 1].range.upperBound
        let next = declaration.keywordIndex + 2
        guard tokens[next].isPunctuation(":") else {
            return replacements + [Replacement(range: nameEnd..<nameEnd, text: ": \(role.name)")]
        }
        let first = tokens[next + 1]
        if first.isWord("Sendable"), tokens[next + 2].isPunctuation("{") {
            // The protocol refines `Sendable`, so its name can replace `Sendable`.
            return replacements + [Replacement(range: first.range, text: role.name)]
        }
        let start = first.range.lowerBound
        return replacements + [Replacement(range: start..<start, text: "\(role.name), ")]
    }

    /// Returns the text of a range with the names of roles replaced by existential types.
    private func existential(_ file: SourceText, _ range: Range<Int>) -> String {
        file.text(range, replacing: existentialNames(in: file))
    }

    private func existentialNames(in file: SourceText) -> [Replacement] {
        file.tokens.indices.compactMap { index in
            let token = file.tokens[index]
            guard index > 0, role(named: token.word) != nil else { return nil }
            let previous = file.tokens[index - 1]
            let isType = [":", "<", ">", "[", ","].contains { previous.isPunctuation($0) }
            let next = file.tokens[safe: index + 1]
            guard isType, next?.isPunctuation("(") != true, next?.isPunctuation(".") != true else {
                return nil
            }
            let name = "any \(token.word ?? "")"
            let isOptional = next?.isPunctuation("?") == true
            return Replacement(range: token.range, text: isOptional ? "(\(name))" : name)
        }
    }

    func writeMocks(_ plan: inout EditPlan) throws(ScaffoldingError) {
        for role in roles {
            let mock = MockSource(
                requirements: role.requirements,
                access: "public",
                modules: try plan.workspace.modules(namedBy: role.requirements, in: files)
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
        for (path, text) in try plan.workspace.sources(in: folder) {
            var newPath = path
            let file = SourceText(path: path, text: text)
            var replacements = constructions(in: file)
            for role in roles {
                let names = ("\(role.name)Tests", "\(role.implementation)Tests")
                newPath = newPath.replacing("/\(names.0).swift", with: "/\(names.1).swift")
                replacements += file.tokens.filter { $0.isWord(names.0) }
                    .map { Replacement(range: $0.range, text: names.1) }
            }
            var newText = file.text(replacing: replacements)
            newText.addImport("import", of: interface)
            if newPath != path {
                try plan.move(path, to: newPath)
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
            guard let role = role(named: tokens[index].word),
                tokens[safe: index + 1]?.isPunctuation("(") == true
            else { continue }
            replacements.append(Replacement(range: tokens[index].range, text: role.implementation))
            // After this replacement, the variable in `let ledger = Ledger()` needs a type
            // annotation that names the protocol.
            let isAssigned = tokens[safe: index - 1]?.isPunctuation("=") == true
            guard isAssigned, let variable = tokens[safe: index - 2], variable.word != nil else {
                continue
            }
            let keyword = tokens[safe: index - 3]
            guard keyword?.isWord("let") == true || keyword?.isWord("var") == true else {
                continue
            }
            let end = variable.range.upperBound
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
            guard !isOwn, path != Workspace.container else { continue }
            let imports = SourceFile(path: path, text: text).imports.filter { $0.module == name }
            guard !imports.isEmpty else { continue }
            let createsIt = path.hasPrefix("Modules/Bootstrap/") || path.hasPrefix("App/Examples/")
            let file = SourceText(path: path, text: try plan.text(path))
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
