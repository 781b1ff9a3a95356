public import BoundaryRules
import SwiftSource

// The gate is a target that declares nothing. The other targets depend on it, so the build of the
// gate checks them before they are compiled.

extension BoundaryReport {
    /// The graph of the package without the gate.
    public var drawnGraph: ModuleGraph { manifest.graph.removing(gate) }
}

extension SwiftPackage {
    /// Returns the gate, or `nil` if the package has none. Reads only the files of the gate.
    public func gate(of rules: LayerRules) throws(ManifestError) -> String? {
        guard let name = rules.checkedWith, let module = graph.module(named: name), module.isSwift
        else { return nil }
        return rules.gate(in: [name: try sources(of: module)])
    }
}

extension LayerRules {
    /// Returns the target that `checkedWith` names, or `nil` if that target declares anything.
    func gate(in sources: [String: [SourceFile]]) -> String? {
        guard let name = checkedWith, let files = sources[name] else {
            return nil
        }
        return files.contains(where: \.hasDeclarations) ? nil : name
    }
}

extension ModuleGraph {
    /// Returns the graph without a module and the dependencies on it.
    public func removing(_ name: String?) -> ModuleGraph {
        guard let name else { return self }
        let others = ModuleGraph(modules.filter { $0.name != name }, libraries: libraries)
        return others.mapDependencies { module in
            module.dependencies.filter { $0 != name }
        }
    }
}
