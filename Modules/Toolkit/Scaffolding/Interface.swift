import SwiftSource

/// The module that declares the protocols of a feature, or Core.
struct Interface {
    let location: Role.Location
    let files: [SourceText]
    private let types: [TypeDeclaration]

    init(at location: Role.Location, in workspace: Workspace) throws(ScaffoldingError) {
        self.location = location
        files = try workspace.sources(in: location.folder)
        types = try workspace.types(in: location.folder)
    }

    /// The protocols that other modules can use, except container protocols.
    var protocols: [TypeDeclaration] {
        types.filter { type in
            type.kind == .protocol && (type.isPublic || type.accessLevel == "package")
                && !type.name.hasSuffix("Providing")
        }
    }

    /// Whether no structure can conform to a protocol.
    func isClassBound(_ proto: TypeDeclaration) -> Bool {
        proto.inherits("AnyObject") || proto.inherits("Actor")
            || parents(of: proto).contains(where: isClassBound)
    }

    /// Returns the requirements of a protocol and of the protocols of the module that it refines.
    ///
    /// - Parameter includesDefaults: Whether the result contains the requirements that have a
    ///   default implementation.
    func members(
        of proto: TypeDeclaration,
        includesDefaults: Bool
    ) -> [(file: SourceText, member: Declaration)] {
        var members: [(file: SourceText, member: Declaration)] = []
        var defaults: Set<String> = []
        for file in files {
            for declaration in file.declarations where declaration.name == proto.name {
                if declaration.keyword == "extension" {
                    defaults.formUnion(file.members(of: declaration).map(\.fullName))
                } else {
                    members += file.members(of: declaration).map { (file, $0) }
                }
            }
        }
        members = members.filter { includesDefaults || !defaults.contains($0.member.fullName) }
        let inherited = parents(of: proto)
            .flatMap { self.members(of: $0, includesDefaults: includesDefaults) }
        return inherited + members
    }

    private func parents(of proto: TypeDeclaration) -> [TypeDeclaration] {
        types.filter { $0.kind == .protocol && proto.inherits($0.name) }
    }
}

extension TypeDeclaration {
    /// Whether the declaration names a type in its list of inherited types.
    func inherits(_ name: String) -> Bool {
        inherited.contains { $0.split(separator: ".").last == Substring(name) }
    }
}

extension SourceText {
    /// The names of the types that the file declares at file scope.
    var typeNames: [String] { declarations.filter(\.isType).map(\.name) }

    /// The modules that the file imports for its public declarations, except the engine.
    var publicImports: [String] {
        let imports = declarations.filter { $0.keyword == "import" && $0.name != "Injection" }
        return imports.filter { $0.isPublic || $0.modifiers.contains("package") }.map(\.name)
    }
}
extension Workspace {
    /// Returns the modules whose types some requirements name, among the modules that the files of
    /// the protocols import.
    ///
    /// The types of a module outside the workspace, such as Foundation, are unknown. Such a module
    /// is included if neither the workspace nor the standard library declares all of the types.
    func modules(
        namedBy requirements: [Requirement],
        in files: [SourceText]
    ) throws(ScaffoldingError) -> [String] {
        let words = requirements.reduce(into: Set<String>()) { $0.formUnion($1.words) }
        let names = words.filter { $0.first?.isUppercase == true }
            .subtracting(files.flatMap(\.typeNames))
        var unknown = names.subtracting(Self.standardTypes)
        var found: Set<String> = []
        var others: Set<String> = []
        for module in Set(files.flatMap(\.publicImports)).sorted() {
            guard let folder = folder(of: module) else {
                others.insert(module)
                continue
            }
            let types = Set(
                try types(in: folder).filter { $0.kind != .extension }.map(\.name)
            )
            if !types.isDisjoint(with: names) {
                found.insert(module)
            }
            unknown.subtract(types)
        }
        return found.union(unknown.isEmpty ? [] : others).sorted()
    }

    /// Returns the folder of a module whose types an interface can name, or `nil` if the workspace
    /// does not contain the module.
    private func folder(of module: String) -> String? {
        let locations = [.core] + features.map { Role.Location.feature($0) }
        let folders = locations.filter { $0.module == module }.map(\.folder)
        return (folders + ["Modules/Libraries/\(module)"]).first(where: exists)
    }

    private static let standardTypes: Set = [
        "Any", "AnyObject", "Array", "AsyncStream", "AsyncThrowingStream", "Bool",
        "CancellationError", "Character",
        "ClosedRange", "Codable", "Collection", "Comparable", "Decodable", "Dictionary", "Double",
        "Duration", "Encodable", "Equatable", "Error", "Float", "Hashable", "Identifiable", "Int",
        "Int16", "Int32", "Int64", "Int8", "KeyPath", "MainActor", "Never", "Optional", "Range",
        "Result", "Self", "Sendable", "Sequence", "Set", "String", "Substring", "UInt", "UInt16",
        "UInt32", "UInt64", "UInt8", "Void",
    ]
}
