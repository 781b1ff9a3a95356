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
    /// - Throws: ``ScaffoldingError/missing(_:remedy:)`` if no public type in the module of mocks conforms to the role.
    package func mock(of role: Role) throws(ScaffoldingError) -> String {
        let types = try sources(in: role.home.testingFolder)
            .flatMap { SourceFile(path: $0.path, text: $0.text).types }
        let mocks = types.filter { $0.isPublic && $0.kind != .extension && $0.kind != .protocol }.map(\.name)
        let conforming = types.filter { type in
            type.inherited.contains { $0.split(separator: ".").last == Substring(role.name) }
        }
        if let name = Set(mocks).intersection(conforming.map(\.name)).min() { return "\(name)()" }
        throw .missing(
            "mock of '\(role.name)' in \(role.home.testingFolder)",
            remedy: "write 'public struct Mock\(role.name): \(role.name)' with 'public init()' there first")
    }

    /// Returns the contract of a role of Core, to which a test holds each implementation.
    ///
    /// - Throws: ``ScaffoldingError/missing(_:remedy:)``.
    package func contract(of role: Role) throws(ScaffoldingError) -> Contract {
        for file in try sources(in: role.home.testingFolder) {
            let tokens = Token.list(of: Array(file.text.utf8))
            let words = tokens.map { token in
                if case .mark(let mark) = token.kind { String(mark) } else { token.word ?? "" }
            }
            var type = ""
            for index in words.indices {
                let rest = words[index...]
                if rest.starts(with: ["enum"]) || rest.starts(with: ["extension"]) {
                    type = rest.dropFirst().first ?? ""
                }
                // func check(_ subject: any Role)
                guard rest.starts(with: ["func", "check", "(", "_"]),
                    rest.dropFirst(5).starts(with: [":", "any", role.name]),
                    [")", ","].contains(rest.dropFirst(8).first)
                else { continue }
                let makesMock = words.indices.contains {
                    words[$0...].starts(with: ["static", "func", "mock", "(", ")"])
                }
                return Contract(name: type, makesMock: makesMock)
            }
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
