public import BoundaryRules
package import SwiftSource

// The gate is a target that declares nothing. The other targets depend on the gate, and its build
// checks these targets. For this reason, the other targets are checked before they are compiled.

extension PackageSet {
    /// Returns the name of the gate, a target that only determines the build order, or `nil` if
    /// there is none. Only the files of the gate are read.
    public func gate(of rules: LayerRules) throws(ManifestError) -> String? {
        guard let name = rules.checkedWith, let module = graph.module(named: name), module.isSwift
        else { return nil }
        return rules.gate(in: [name: try sources(of: module)])
    }
}

extension LayerRules {
    /// Returns the name in ``checkedWith``, or `nil` if the rules contain no name or that target
    /// declares anything.
    package func gate(in sources: [String: [SourceFile]]) -> String? {
        guard let name = checkedWith, let files = sources[name] else {
            return nil
        }
        return files.contains(where: \.hasDeclarations) ? nil : name
    }
}

extension ModuleGraph {
    /// Returns this graph without the given module and without the dependencies on that module.
    public func removing(_ name: String?) -> ModuleGraph {
        guard let name else { return self }
        return replacing(modules.filter { $0.name != name }).mapDependencies { module in
            module.dependencies.filter { $0 != name }
        }
    }
}
