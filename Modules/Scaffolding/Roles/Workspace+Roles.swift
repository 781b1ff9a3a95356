import SwiftSource

extension Workspace {
    /// The roles that the interface of a feature promises, in the order of its files and lines.
    package func roles(ofFeature feature: String) throws(ScaffoldingError) -> [Role] {
        try roles(at: .feature(feature))
    }

    /// The roles that Core promises, in the order of its files and lines.
    package func rolesInCore() throws(ScaffoldingError) -> [Role] { try roles(at: .core) }

    /// The roles that container protocols in the folder promise: properties of the form `Factory<any Role>`, or `Factory<any A & B>`
    /// where one factory provides several.
    private func roles(at home: Role.Home) throws(ScaffoldingError) -> [Role] {
        let protocols = try sources(in: home.folder).sorted { $0.key < $1.key }
            .flatMap { SourceFile(path: $0.key, text: $0.value).types }.filter { $0.kind == .protocol }
        let names = Set(protocols.map(\.name))
        return protocols.filter { $0.name.hasSuffix("Providing") }.flatMap { container in
            container.properties.filter { $0.typeWords.starts(with: ["Factory", "any"]) }.flatMap { property in
                let parts = property.typeWords.dropFirst(2)
                // Of several words, each names a part only where all are protocols; others are arguments of a generic type.
                guard parts.count == 1 || names.isSuperset(of: parts) else { return [Role]() }
                return parts.map { Role(name: $0, property: property.name, container: container.name, home: home) }
            }
        }
    }

    /// Reads the protocol of a role.
    ///
    /// - Parameter remedy: What to do where it is beyond the reader.
    /// - Throws: ``ScaffoldingError/sourceNotUnderstood(path:reason:remedy:)``, also where it is not public.
    package func declaration(of role: Role, remedy: String) throws(ScaffoldingError) -> ProtocolDeclaration {
        let reader = ProtocolReader(sources: try sources(in: role.home.folder), remedy: remedy)
        guard let declaration = try reader.read(role.name) else {
            throw .sourceNotUnderstood(
                path: role.home.folder, reason: "no protocol '\(role.name)' stands there", remedy: remedy)
        }
        guard declaration.isPublic else {
            throw .sourceNotUnderstood(
                path: declaration.place, reason: "'\(role.name)' is not public", remedy: "make it public")
        }
        return declaration
    }
}
