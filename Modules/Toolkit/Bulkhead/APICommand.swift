import BoundaryRules
import CommandLineArguments
import PackageManifest
import PackageReports

enum APICommand: Command {
    static let syntax = CommandSyntax(
        "api",
        "list the changes to the public declarations of modules since a revision",
        operands: "[MODULE…]",
        count: 0...Int.max,
        options: [.since, .rules],
        discussion: """
            Builds the current modules and the modules of the revision, both in .build, and compares their public declarations using the toolchain's API
            digester. Without operands, compares the modules of the layer "interfaces", or all modules that other modules use if there is no such layer. The
            exit code is 1 if a change is breaking.
            """,
        examples: [
            ("bulkhead api --since main", "list the changes to public declarations on this branch"),
            ("bulkhead api --since 1.2 Core", "list the changes to one module since a tag"),
        ]
    )

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        defer {
            console.endProgress()
        }
        console.showProgress("reading the manifest …")
        let packages = try await PackageSet.load(arguments.packagePath)
        let revision = try await arguments.revision(of: packages)
        let modules = try modules(of: packages, arguments)
        console.showProgress("reading the revision …")
        let comparison = try await APIComparison(of: packages, since: revision)
        var changed = 0
        var breaking = 0
        for (index, module) in modules.enumerated() {
            console.showProgress("comparing \(module.name), \(index + 1) of \(modules.count) …")
            guard comparison.existed(module.name) else {
                changed += 1
                console.endProgress()
                try console.print("\(module.name): new module\n")
                continue
            }
            let difference = try await comparison.difference(of: module)
            if difference.isEmpty {
                continue
            }
            changed += 1
            breaking += difference.breaking.count
            console.endProgress()
            try console.print("\(module.name):")
            for line in difference.breaking {
                try console.print("  breaking: \(line)")
            }
            for line in difference.added {
                try console.print("  added: \(line)")
            }
            for line in difference.changed {
                try console.print("  changed: \(line)")
            }
            try console.print("")
        }
        console.endProgress()
        try console.print(
            "\(modules.count.counting("module")) compared, \(changed) changed; "
                + breaking.counting("breaking change")
        )
        return breaking > 0 ? .violations : .done
    }

    private static func modules(
        of packages: PackageSet,
        _ arguments: ParsedArguments
    ) throws -> [Module] {
        let graph = packages.packages[0].graph
        if !arguments.operands.isEmpty {
            return try arguments.operands.map { try graph.requireModule($0) }
        }
        let rules = try packages.rules(in: arguments.value("--rules"))
        let libraries = graph.modules.filter { $0.kind == .library }
        let interfaces = libraries.filter { rules.layer(of: $0)?.name == "interfaces" }
        let used = Set(graph.modules.filter { $0.kind != .test }.flatMap(\.dependencies))
        return interfaces.isEmpty ? libraries.filter { used.contains($0.name) } : interfaces
    }
}
