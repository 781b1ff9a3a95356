import BoundaryRules
import CommandLineArguments

extension ModuleGraph {
    /// Returns the module with the given name.
    ///
    /// - Throws: An error with a suggestion if there is no such module.
    @discardableResult
    func requireModule(_ name: String) throws(UsageError) -> Module {
        if let module = module(named: name) {
            return module
        }
        let names = modules.map(\.name)
        let part = name.lowercased()
        let similar = names.filter { $0.lowercased().contains(part) }.map { "'\($0)'" }
        let hint =
            name.suggestion(among: names)
            ?? (part.isEmpty || similar.isEmpty
                ? nil : "did you mean \(similar.prefix(5).joined(separator: " or "))?")
            ?? "the modules are \(names.prefix(20).joined(separator: ", "))\(names.count > 20 ? " …" : "")"
        throw .custom("unknown module '\(name)'; \(hint)")
    }
}
