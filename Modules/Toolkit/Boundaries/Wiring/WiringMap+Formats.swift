import BoundaryRules
import SwiftSource

extension WiringMap {
    /// A sentence that names the supported containers. It is printed for a package that has no such
    /// container.
    public static let supportedContainers = """
        this command supports the containers of Injection and FactoryKit: properties with an \
        explicit type, such as Factory<any Store>, in Container or in a type that conforms to \
        SharedContainer or ManagedContainer; it does not support other engines
        """

    /// A paragraph for each factory, followed by the findings.
    public var text: String {
        let paragraphs = factories.map { factory in
            var lines = [
                "\(factory.fullName): \(factory.type), \(factory.isPromise ? "promised" : factory.scope)"
            ]
            lines.append("  declared: \(factory.path):\(factory.location.line), \(factory.module)")
            if !factory.resolves.isEmpty {
                lines.append("  resolves: \(short(factory.resolves, of: factory))")
            }
            if !factory.reachableFrom.isEmpty {
                let protocols =
                    factory.protocols.isEmpty
                    ? "" : " (\(factory.protocols.joined(separator: ", ")))"
                lines.append(
                    "  reachable from: \(factory.reachableFrom.joined(separator: ", "))\(protocols)"
                )
            }
            return (lines + factory.unknowns.map { "  unknown: \($0)" }).joined(separator: "\n")
        }
        return (paragraphs + findings.map(\.text) + [summary]).joined(separator: "\n\n")
    }

    /// The numbers of containers, factories, resolutions, unresolved uses and findings.
    public var summary: String {
        let edges = factories.map(\.resolves.count).reduce(0, +)
        let unknowns = factories.map(\.unknowns.count).reduce(0, +)
        return
            "\(Set(factories.map(\.container)).count.counting("container")), "
            + "\(factories.count.counting("factory")), \(edges.counting("resolution")), "
            + "\(unknowns) unknown; \(findings.count.counting("finding"))"
    }

    /// Returns the names of factories as a list. A name in the container of `factory` is not
    /// qualified.
    private func short(_ names: [String], of factory: Factory) -> String {
        names.map {
            $0.hasPrefix("\(factory.container).")
                ? String($0.dropFirst(factory.container.count + 1)) : $0
        }
        .joined(separator: ", ")
    }

    /// A Mermaid flowchart in which each container is a group. Factories that are declared with
    /// `promised()` are dashed.
    public var mermaid: String {
        var lines = ["flowchart TD"]
        var containers: [String] = []
        for factory in factories where !containers.contains(factory.container) {
            containers.append(factory.container)
        }
        for container in containers {
            lines.append("    subgraph \(Self.id(container))[\"\(container)\"]")
            for factory in factories where factory.container == container {
                let style = factory.isPromise ? ":::promise" : ""
                lines.append(
                    "        \(Self.id(factory.fullName))[\"\(factory.name)<br/><i>\(factory.scope)</i>\"]\(style)"
                )
            }
            lines.append("    end")
        }
        for factory in factories {
            lines += factory.resolves.map { "    \(Self.id(factory.fullName)) --> \(Self.id($0))" }
        }
        return (lines + ["    classDef promise stroke-dasharray:4"]).joined(separator: "\n")
    }

    private static func id(_ name: String) -> String {
        "f_" + name.replacing(".", with: "_")
    }

    public var json: some Encodable {
        JSONMap(self)
    }
}

private struct JSONMap: Encodable {
    struct Factory: Encodable {
        let name: String
        let type: String
        let scope: String
        let promised: Bool
        let module: String
        let file: String
        let line: Int
        let resolves: [String]
        let protocols: [String]
        let reachableFrom: [String]
        let unknown: [String]
    }

    struct Finding: Encodable {
        let file: String
        let line: Int
        let column: Int
        let severity: Severity
        let message: String
        let remedy: String
    }

    let factories: [Factory]
    let findings: [Finding]

    init(_ map: WiringMap) {
        factories = map.factories.map { factory in
            Factory(
                name: factory.fullName,
                type: factory.type,
                scope: factory.scope,
                promised: factory.isPromise,
                module: factory.module,
                file: factory.path,
                line: factory.location.line,
                resolves: factory.resolves,
                protocols: factory.protocols,
                reachableFrom: factory.reachableFrom,
                unknown: factory.unknowns
            )
        }
        findings = map.findings.map { finding in
            Finding(
                file: finding.path,
                line: finding.location.line,
                column: finding.location.column,
                severity: finding.severity,
                message: finding.message,
                remedy: finding.remedy
            )
        }
    }
}
