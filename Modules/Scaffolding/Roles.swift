import SwiftSource

/// A protocol of which a container provides an instance.
package struct Role: Sendable, Hashable {
    /// The module that declares a role, and the module of its mocks.
    package struct Home: Sendable, Hashable {
        package let (module, testingModule): (String, String)
        package let (folder, testingFolder): (String, String)

        /// Core, whose roles services implement.
        package static let core = Home(
            module: "Core", testingModule: "CoreTesting", folder: "Modules/Core", testingFolder: "Modules/CoreTesting")

        /// The interface of a feature.
        package static func feature(_ name: String) -> Home {
            Home(
                module: "\(name)Interface", testingModule: "\(name)Testing",
                folder: "Modules/Features/\(name)/Interface",
                testingFolder: "Modules/Features/\(name)/Testing")
        }
    }

    /// The name of the protocol.
    package let name: String
    /// The property of a container that provides it.
    package let property: String
    /// The container protocol that declares the property.
    package let container: String
    /// The module that declares it.
    package let home: Home
}

extension Workspace {
    /// Returns the roles that container protocols of a module provide: properties of the form `Factory<any Role>`, or
    /// `Factory<any A & B>` where one factory provides several.
    package func roles(at home: Role.Home) throws(ScaffoldingError) -> [Role] {
        let protocols = try sources(in: home.folder).flatMap { SourceFile(path: $0.path, text: $0.text).types }
            .filter { $0.kind == .protocol }
        let names = Set(protocols.map(\.name))
        return protocols.filter { $0.name.hasSuffix("Providing") }.flatMap { container in
            container.properties.filter { $0.typeWords.starts(with: ["Factory", "any"]) }.flatMap { property in
                let parts = property.typeWords.dropFirst(2)
                // Several words are several roles only if all of them are protocols. Others are arguments of a generic type.
                guard parts.count == 1 || names.isSuperset(of: parts) else { return [Role]() }
                return parts.map { Role(name: $0, property: property.name, container: container.name, home: home) }
            }
        }
    }

    /// Returns the expression by which a test creates a mock of a role, such as `InMemoryLinkLibrary()`.
    ///
    /// - Throws: ``ScaffoldingError/missing(_:remedy:)`` if no public type in the module of mocks conforms to the role and can be created
    ///   without arguments.
    package func mock(of role: Role) throws(ScaffoldingError) -> String {
        var (mocks, easy): (Set<String>, Set<String>) = ([], [])
        var conforming: Set<String> = []
        for file in try sources(in: role.home.testingFolder) {
            for type in SourceFile(path: file.path, text: file.text).types {
                if type.kind != .extension, type.isPublic { mocks.insert(type.name) }
                let protocols = type.inherited.map { $0.split(separator: ".").last ?? "" }
                if protocols.contains(Substring(role.name)) { conforming.insert(type.name) }
            }
            easy.formUnion(Members(of: file.text).easyTypes)
        }
        if let name = conforming.intersection(mocks).intersection(easy).min() { return "\(name)()" }
        throw .missing(
            "mock of '\(role.name)' in \(role.home.testingFolder) that a test creates without arguments",
            remedy: "write 'public struct Mock\(role.name): \(role.name)' with 'public init()' there first")
    }

    /// Returns the contract of a role of Core, to which a test holds each implementation.
    ///
    /// - Throws: ``ScaffoldingError/missing(_:remedy:)``.
    package func contract(of role: Role) throws(ScaffoldingError) -> Contract {
        for file in try sources(in: role.home.testingFolder) {
            if let contract = Members(of: file.text).contract(of: role.name) { return contract }
        }
        throw .missing(
            "contract of '\(role.name)' in \(role.home.testingFolder)",
            remedy:
                "write 'public enum \(role.name)Contract: CaseIterable' there first, with 'func check(_ subject: any \(role.name)) async throws'"
        )
    }
}

/// The rules for every implementation of a role: an enumeration with a method `check(_:)`.
package struct Contract: Sendable, Hashable {
    /// Its name.
    package let name: String
    /// Whether it has `static func mock()`, which creates the mock on which the rules hold.
    package let makesMock: Bool
}

/// The members of the types at the top of a source file, as tokens.
private struct Members {
    private let tokens: [Token]
    /// The type around each token that is directly in the body of a type.
    private var owners: [Int: String] = [:]

    init(of text: String) {
        tokens = Token.list(of: Array(text.utf8))
        var depth = 0
        var owner: String?
        for (index, token) in tokens.enumerated() {
            if depth == 0, let word = token.word, ["struct", "class", "actor", "enum", "extension"].contains(word),
                let name = tokens[safe: index + 1]?.word
            {
                owner = name
            }
            if depth == 1, let owner { owners[index] = owner }
            depth += token.isMark("{") ? 1 : token.isMark("}") ? -1 : 0
        }
    }

    /// The types with a public initializer that needs no arguments and neither throws nor waits.
    var easyTypes: Set<String> {
        var types: Set<String> = []
        for (index, owner) in owners where tokens[index].isWord("init") && tokens[safe: index + 1]?.isMark("(") == true
        {
            let isPublic = tokens[max(0, index - 3)..<index].contains { $0.isWord("public") }
            let parameters = parameters(at: index + 1)
            let next = tokens[safe: parameters.end + 1]?.word ?? ""
            if isPublic, parameters.required == 0, !["throws", "async"].contains(next) { types.insert(owner) }
        }
        return types
    }

    /// Returns the contract of a role.
    func contract(of role: String) -> Contract? {
        for (index, owner) in owners.sorted(by: { $0.key < $1.key })
        where starts(["func", "check", "(", "_"], at: index) {
            guard starts([":", "any", role], at: index + 5),
                [",", ")"].contains(where: { tokens[safe: index + 8]?.isMark($0) == true })
            else { continue }
            let parameters = parameters(at: index + 2)
            guard parameters.required == 1, starts(["async", "throws"], at: parameters.end + 1) else { continue }
            let makesMock = owners.contains {
                starts(["static", "func", "mock", "(", ")"], at: $0.key) && $0.value == owner
            }
            return Contract(name: owner, makesMock: makesMock)
        }
        return nil
    }

    private func starts(_ words: [String], at index: Int) -> Bool {
        words.enumerated().allSatisfy { offset, word in
            guard let token = tokens[safe: index + offset] else { return false }
            return token.word == word
                || word.unicodeScalars.count == 1 && token.isMark(word.unicodeScalars.first ?? " ")
        }
    }

    /// Returns how many parameters have no default value, and the index of the parenthesis that closes the list.
    private func parameters(at open: Int) -> (required: Int, end: Int) {
        var (depth, required) = (0, 0)
        for index in open..<tokens.count {
            depth += tokens[index].depthStep
            if depth == 0 { return (required, index) }
            // A colon for each parameter, and an equals sign for each default value.
            if depth == 1 { required += tokens[index].isMark(":") ? 1 : tokens[index].isMark("=") ? -1 : 0 }
        }
        return (required, tokens.count)
    }
}
