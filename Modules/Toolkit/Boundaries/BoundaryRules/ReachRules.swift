import SwiftSource

/// The modules on which each module depends, by name, for restrictions with `mustNotReach`.
///
/// Except during a build, an import also counts as a dependency, even if the manifest does not
/// declare it.
typealias ReachGraph = [String: [Module]]

extension BoundaryChecker {
    /// Returns the graph for the restrictions with `mustNotReach`, or `nil` if there are no such
    /// restrictions.
    ///
    /// During a build, the graph contains only the declared dependencies.
    func reachGraph() -> ReachGraph? {
        guard rules.restrictions.contains(where: { !$0.mustNotReach.isEmpty }) else {
            return nil
        }
        var dependencies: ReachGraph = [:]
        for module in graph.modules {
            let imported = knowsEveryDependency ? imports(of: module) : []
            dependencies[module.name] = graph.dependencies(of: module) + imported
        }
        return dependencies
    }

    /// Returns the modules that the files of a module import, including modules of the toolchain.
    func imports(of module: Module) -> [Module] {
        guard module.isSwift else { return [] }
        var seen: Set<String> = []
        return sources(module).flatMap(\.imports).compactMap { declaration in
            guard seen.insert(declaration.module).inserted else {
                return nil
            }
            return graph.module(importedAs: declaration.module, in: module)
                ?? Module(name: declaration.module, kind: .external, folder: "")
        }
    }

    /// Returns violations for the modules that a module reaches indirectly although a restriction
    /// forbids it.
    ///
    /// Direct dependencies are omitted, because they are reported as forbidden dependencies.
    func forbiddenReaches(of module: Module, in reach: ReachGraph?) -> [Violation] {
        var subjects: Set<String> = []
        var found: [Violation] = []
        for (restriction, chain) in forbiddenChains(from: module, in: reach) {
            let end = chain[chain.count - 1]
            guard chain.count > 2, !rules.hasException(module, for: end),
                subjects.insert(end.name).inserted
            else { continue }
            found.append(forbiddenReach(end, chain.map(\.name), of: module, restriction))
        }
        return found
    }

    private func forbiddenChains(
        from module: Module,
        in reach: ReachGraph?
    ) -> [(Restriction, [Module])] {
        guard let reach else { return [] }
        let restrictions = rules.restrictions(on: module).filter { !$0.mustNotReach.isEmpty }
        return restrictions.flatMap { restriction in
            let chains = reach.chains(from: module) { other in
                let isKnown = graph.module(named: other.name) != nil
                return rules.selects(restriction.mustNotReach, other, isKnown: isKnown)
            }
            return chains.map { (restriction, $0) }
        }
    }
}

extension ReachGraph {
    /// Returns a shortest chain from a module to each reachable module that meets the condition.
    /// Each chain includes both ends.
    ///
    /// The search does not continue beyond modules that meet the condition.
    fileprivate func chains(from start: Module, to isEnd: (Module) -> Bool) -> [[Module]] {
        var chains: [[Module]] = []
        var seen: Set = [start.name]
        var unfinished = [[start]]
        // The search is breadth-first, so the first chain that reaches a module is a shortest one.
        while !unfinished.isEmpty {
            var longer: [[Module]] = []
            for chain in unfinished {
                for next in self[chain[chain.count - 1].name] ?? []
                where seen.insert(next.name).inserted {
                    if isEnd(next) {
                        chains.append(chain + [next])
                    } else {
                        longer.append(chain + [next])
                    }
                }
            }
            unfinished = longer
        }
        return chains
    }
}
