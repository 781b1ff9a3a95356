/// A feature or a service of a workspace.
public struct WorkspacePart: Sendable, Hashable {
    /// What it is.
    public enum Kind: String, Sendable, CaseIterable {
        case feature, service
    }

    /// What it is.
    public let kind: Kind
    /// The name of its module.
    public let name: String

    /// Names a part.
    public init(_ kind: Kind, _ name: String) { (self.kind, self.name) = (kind, name) }

    /// The modules that the layout makes of it.
    var modules: [String] { [name] + suffixes.map { name + $0 } }

    /// What the layout appends to its name for further modules.
    var suffixes: [String] {
        switch kind {
        case .feature: ["Interface", "Testing", "Tests", "Example"]
        case .service: ["Tests"]
        }
    }

    /// The folder of its modules.
    var folder: String { "Modules/\(kind == .feature ? "Features" : "Services")/\(name)" }
    /// The file in which Bootstrap makes it.
    var bootstrapFile: String { "Modules/Bootstrap/AppContainer+\(name).swift" }

    /// The files and folders that are its own, as far as it has them.
    var places: [String] {
        [folder, "Tests/\(name)Tests", bootstrapFile] + (kind == .feature ? ["App/Examples/\(name)Example"] : [])
    }

    /// Whether a file is its own.
    func owns(_ path: String) -> Bool { places.contains { path == $0 || path.hasPrefix("\($0)/") } }
}

extension Workspace {
    /// Refuses a part that is not there.
    func require(_ part: WorkspacePart) throws(ScaffoldingError) {
        let names = names(of: part.kind)
        guard !names.contains(part.name) else { return }
        let list = names.isEmpty ? "there are none" : "there are \(names.joined(separator: ", "))"
        throw .missing("\(part.kind.rawValue) '\(part.name)'", remedy: list)
    }

    /// The names of its features or services, in alphabetical order.
    public func names(of kind: WorkspacePart.Kind) -> [String] { kind == .feature ? features : services }
}
