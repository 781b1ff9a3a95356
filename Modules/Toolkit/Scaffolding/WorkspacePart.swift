import Foundation

public struct WorkspacePart: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable {
        case feature, service, library, app

        /// The name of the list in the manifest, such as `features`.
        var list: String { self == .library ? "libraries" : "\(rawValue)s" }
    }

    public let kind: Kind
    public let name: String
    public init(_ kind: Kind, _ name: String) {
        self.kind = kind
        self.name = name
    }
    var modules: [String] { [name] + suffixes.map { name + $0 } }
    var suffixes: [String] {
        kind == .feature ? ["Interface", "Testing", "Tests", "Example"] : ["Tests"]
    }
    /// The folder of the part, relative to the workspace.
    public var folder: String {
        kind == .app ? "App/\(name)" : "Modules/\(kind.list.capitalized)/\(name)"
    }
    var bootstrapFile: String { "Modules/Bootstrap/AppContainer+\(name).swift" }

    var places: [String] {
        [folder, "Tests/\(name)Tests", bootstrapFile]
            + (kind == .feature ? ["App/Examples/\(name)Example"] : [])
    }

    func owns(_ path: String) -> Bool {
        places.contains { path == $0 || path.hasPrefix("\($0)/") }
    }
}

extension String {
    /// The name of a property for a type with this name, such as `noteBook` for `NoteBook` and
    /// `httpClient` for `HTTPClient`.
    package var asProperty: String {
        let capitals = prefix { $0.isUppercase }
        // In a sequence of capital letters, the last letter begins the next word, unless the name
        // ends there or continues with a digit.
        let next = dropFirst(capitals.count).first
        let count =
            capitals.count > 1 && next?.isLowercase == true ? capitals.count - 1 : capitals.count
        return prefix(count).lowercased() + dropFirst(count)
    }
}
