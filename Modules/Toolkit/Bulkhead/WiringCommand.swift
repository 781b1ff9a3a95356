import BoundaryRules
import CommandLineArguments
import Foundation
import PackageManifest
import PackageReports
import SwiftSource
import Wiring

enum WiringCommand: Command {
    static let syntax = CommandSyntax(
        "wiring",
        "list each factory of the containers, the factories that it resolves, and the modules that can resolve it",
        options: [
            .value("--format", "FORMAT", "print text, mermaid or json (default: text)"),
            .value("--out", short: "-o", "FILE", "write to a file"),
        ],
        discussion: """
            Reads the sources of the package, and builds nothing. For each factory, lists the scope, the factories that
            it resolves when it builds an instance, and the modules that can resolve it, directly or through a container
            protocol. Uses of the container that the sources do not explain are listed as unknown.
            The command supports the containers of Injection and FactoryKit, in which a factory is a property with
            an explicit type, such as Factory<any Store>.
            A cycle is an error, and so is a promised factory that no module registers or resolves; the exit code is then 1. A
            factory whose closure requires the main actor but can run elsewhere causes a warning.
            """,
        examples: [
            ("bulkhead wiring", "print the map"),
            ("bulkhead wiring --format mermaid --out wiring.mmd", "write a diagram to a file"),
            ("bulkhead why linkTransfer httpClient", "show how one factory resolves another"),
        ]
    )

    private enum Format: String, CaseIterable { case text, mermaid, json }

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        let format = try arguments.choice("--format", of: Format.self) ?? .text
        let wiring = try await WiringMap.load(arguments, console: console)
        let text =
            switch format {
            case .text: wiring.text
            case .mermaid: wiring.mermaid
            case .json: try String(json: wiring.json)
            }
        try console.write(text, to: arguments.value("--out"), summary: wiring.summary)
        if wiring.factories.isEmpty {
            console.printNote("no factory found; \(WiringMap.supportedContainers)")
        }
        if format == .mermaid || arguments.value("--out") != nil {
            for finding in wiring.findings {
                console.printMessage(finding.text)
            }
        }
        return wiring.findings.contains { $0.severity == .error } ? .violations : .done
    }
}

extension WiringMap {
    static func load(_ arguments: ParsedArguments, console: Console) async throws -> WiringMap {
        try WiringMap(try await SwiftPackage.load(arguments, console: console))
    }

    init(_ package: SwiftPackage) throws {
        var files: [File] = []
        for module in package.graph.modules where module.isSwift && module.kind != .test {
            for path in try package.files(of: module) {
                let text = try package.text(of: path)
                files.append(File(module: module.name, path: path, text: text))
            }
        }
        self.init(files, graph: package.graph)
    }
}
