public import BoundaryRules
import SwiftSource

extension BoundaryReport {
    /// The modules without the gate.
    ///
    /// The gate is a target that declares nothing. The other targets depend on it, so that its
    /// build checks them first.
    public var drawnGraph: ModuleGraph { removingGate(from: manifest.graph) }

    /// Returns a graph of the package, such as the one of another revision, without the gate.
    public func removingGate(from graph: ModuleGraph) -> ModuleGraph {
        guard let gate else { return graph }
        let modules = graph.modules.filter { $0.name != gate }
        return ModuleGraph(modules, libraries: graph.libraries).mapDependencies { module in
            module.dependencies.filter { $0 != gate }
        }
    }

    /// Returns the name of the target in `checkedWith` if that target declares nothing.
    static func gate(of rules: LayerRules, _ sources: [String: [SourceFile]]) -> String? {
        guard let name = rules.checkedWith, let files = sources[name] else {
            return nil
        }
        return files.contains(where: \.hasDeclarations) ? nil : name
    }
}
