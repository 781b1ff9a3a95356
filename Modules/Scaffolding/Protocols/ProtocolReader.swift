import SwiftSource

/// Reads the protocols of one module, for code that forwards to them or mocks them.
///
/// It reads methods and properties, generic or not, and protocols of the same module that are inherited from. Everything
/// else is refused, as is `#if`: code that leaves a part out would not compile.
package struct ProtocolReader: Sendable {
    private let sources: [String: String]
    private let remedy: String

    /// A reader of source texts by their paths.
    ///
    /// - Parameter remedy: What to do where a protocol is beyond the reader.
    package init(sources: [String: String], remedy: String) {
        self.sources = sources
        self.remedy = remedy
    }

    /// Reads a protocol that stands at the top of one of the files; nil where none does.
    ///
    /// - Throws: ``ScaffoldingError/sourceNotUnderstood(path:reason:remedy:)``.
    package func read(_ name: String) throws(ScaffoldingError) -> ProtocolDeclaration? {
        var visited: Set<String> = []
        return try read(name, visited: &visited)
    }

    private func read(_ name: String, visited: inout Set<String>) throws(ScaffoldingError) -> ProtocolDeclaration? {
        visited.insert(name)
        for (path, text) in sources.sorted(by: { $0.key < $1.key }) where text.contains(name) {
            var body = ProtocolBodyReader(name, path: path, text: text, remedy: remedy)
            guard try body.find() else { continue }
            return try whole(body, path: path, text: text, visited: &visited)
        }
        return nil
    }

    private func whole(
        _ reader: ProtocolBodyReader, path: String, text: String, visited: inout Set<String>
    ) throws(ScaffoldingError) -> ProtocolDeclaration {
        var reader = reader
        let place = reader.place
        let header = try reader.readHeader()
        let own = try reader.readRequirements()
        var inherited: [String] = []
        var requirements: [Requirement] = []
        let imports = SourceFile(path: path, text: text).imports.filter { $0.accessLevel == "public" }.map(\.module)
        var modules = Set(imports)
        for name in header.inherited {
            if Self.markers.contains(name) {
                inherited.append(name)
            } else if !visited.contains(name) {
                guard let parent = try read(name, visited: &visited) else {
                    throw .sourceNotUnderstood(
                        path: place, reason: "'\(reader.name)' inherits from '\(name)', which is none of its module's",
                        remedy: remedy)
                }
                inherited += [name] + parent.inherited
                requirements += parent.requirements
                modules.formUnion(parent.imports)
            }
        }
        requirements += own.filter { !requirements.contains($0) }
        return ProtocolDeclaration(
            name: reader.name, isPublic: header.isPublic, inherited: inherited, requirements: requirements,
            imports: modules.sorted(), place: place)
    }

    /// Protocols that demand nothing of their own.
    private static let markers: Set = ["Sendable", "AnyObject"]
}
