import BoundaryRules
import CommandLineArguments
import PackageManifest
import PackageReports
import SwiftSource

enum TestCommand: Command {
    static let syntax = CommandSyntax(
        "test",
        "build and run the tests of some modules, and nothing else",
        operands: "[NAME…] [-- OPTION…]",
        count: 0...Int.max,
        options: [
            .value(
                "--since",
                "REV",
                "run the tests that are affected by changes since the common ancestor of REV and the current commit"
            ),
            .flag("--list", "list the test targets, one on each line"),
            .flag("--dry-run", "print what would run and why, without running it"),
            .rules,
        ],
        discussion: """
            NAME is a test target, such as HomeTests, the module that it tests, or the beginning of its name. The options after '--' \
            are those of 'swift test', which would build all targets of the package. This command gives SwiftPM a manifest without the \
            targets that the tests do not use, in a copy of the package in .build/tests that consists of symbolic links. The copy has \
            its own build folder. A manifest that reads the environment variable ONLY_TESTS, as in a workspace that bulkhead created, \
            needs no copy. If the manifest has an unusual form, all targets are built. In a repository with several packages, the tests \
            run package by package.
            """,
        examples: [
            ("bulkhead test Home", "build and run the tests of the module Home"),
            ("bulkhead test --since main", "run the tests that the commits of this branch affect"),
            ("bulkhead test --since main --dry-run", "list these tests with the reasons"),
            ("bulkhead test Home -- --no-parallel", "use an option of 'swift test'"),
        ]
    )

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        let (packages, rules) = try await PackageSet.load(arguments, console: console)
        let targets = packages.graph.modules.filter { $0.kind == .test }.map(\.name)
        if arguments.has("--list") {
            for name in targets {
                try console.print(name)
            }
            return .done
        }
        let sources = try packages.sources(conditions: rules.conditions)
        let selected = try await select(
            arguments,
            in: packages,
            among: targets,
            rules: rules,
            sources: sources,
            console: console
        )
        // The tests that a change affects are unknown in a package that cannot be read.
        var code = arguments.has("--since") ? packages.exitCode(.done) : .done
        guard !selected.isEmpty else {
            try console.print("no test target is affected")
            return code
        }
        let others = selected.map(\.target).filter { packages.package(of: $0) == nil }
        if !others.isEmpty {
            console.printNote(
                "not run, because no package contains them: \(others.joined(separator: ", "))"
            )
        }
        let uses = ModuleUses(of: packages, in: sources)
        for package in packages.checkedPackages {
            let tests = selected.filter { packages.package(of: $0.target)?.root == package.root }
            guard !tests.isEmpty else { continue }
            if try await run(tests, of: package, in: packages, uses, arguments, console) {
                code = .violations
            }
        }
        if !arguments.has("--dry-run") {
            let report = BoundaryReport.checking(packages, rules: rules, sources: sources)
            noteViolations(in: report, console)
        }
        return code
    }

    /// Prints a note if the full build would report errors. The build of some tests omits the check
    /// of the boundaries.
    private static func noteViolations(in report: BoundaryReport, _ console: Console) {
        let count = report.count(.error)
        if count > 0 {
            console.printNote(
                "the boundaries have \(count.counting("error")), which this build does not check; 'bulkhead check' lists them"
            )
        }
    }

    /// Builds and runs the tests of a package, and returns whether they failed.
    private static func run(
        _ selected: [Selected],
        of package: SwiftPackage,
        in packages: PackageSet,
        _ uses: ModuleUses,
        _ arguments: ParsedArguments,
        _ console: Console
    ) async throws -> Bool {
        let isDryRun = arguments.has("--dry-run")
        let tests = selected.compactMap { packages.graph.module(named: $0.target)?.target }
        // Two calls at the same time would write different manifests to the same copy.
        let lock =
            isDryRun
            ? nil
            : try await FileLock("\(package.root)/Package.swift") {
                console.printMessage("waiting for another 'bulkhead test' of \(package.root) …")
            }
        defer {
            withExtendedLifetime(lock) {}
        }
        let build = try await TestBuild.plan(
            tests,
            in: package,
            of: packages,
            uses: uses,
            writes: !isDryRun
        )
        let command = build.command + arguments.operandsAfterSeparator
        let folder = packages.folder(of: package)
        let place = packages.isRepository ? " of \(folder.isEmpty ? "." : folder)" : ""
        guard !isDryRun else {
            for test in selected {
                try console.print("\(test.target)\(place): \(test.reason)")
            }
            try console.print(build.summary(of: package.graph))
            if let note = build.programNote {
                console.printNote(note)
            }
            try console.print("would run: \(command.map(\.quotedForShell).joined(separator: " "))")
            return false
        }
        console.printMessage("testing \(build.tests.joined(separator: ", "))\(place)")
        console.printMessage(build.summary(of: package.graph))
        let code = try await Program.runInTerminal(
            command[0],
            Array(command.dropFirst()),
            replacing: build.replacedPaths
        )
        if code == Program.missing {
            throw ManifestError.cannotRunSwift(reason: "it is not in PATH")
        }
        if code != 0, let note = build.programNote {
            console.printNote(note)
        }
        return code != 0
    }

    private typealias Selected = (target: String, reason: String)

    private static func select(
        _ arguments: ParsedArguments,
        in packages: PackageSet,
        among targets: [String],
        rules: LayerRules,
        sources: [String: [SourceFile]],
        console: Console
    ) async throws -> [Selected] {
        let names = arguments.operandsBeforeSeparator
        guard arguments.has("--since") else {
            guard !names.isEmpty else {
                throw UsageError.custom(
                    "specify the tests by name, or --since REV; 'bulkhead test --list' prints the names"
                )
            }
            let found = try names.map {
                try target($0, among: targets, suffixes: rules.testSuffixes)
            }
            var seen: Set<String> = []
            return found.filter { seen.insert($0).inserted }.map { ($0, "named") }
        }
        guard names.isEmpty else {
            throw UsageError.custom(
                "'--since' selects the tests, so remove '\(names[names.startIndex])'; options of 'swift test' follow '--'"
            )
        }
        let impact = try await Impact.load(
            on: packages,
            rules: rules,
            sources: sources,
            arguments,
            console: console
        )
        return impact.entries.filter { $0.module.kind == .test }.map {
            ($0.module.name, $0.reason.words)
        }
    }

    /// Returns the test target with a name. The name can be the name of the tested module, or the
    /// beginning of a name. The case of letters is ignored.
    private static func target(
        _ name: String,
        among targets: [String],
        suffixes: [String]
    ) throws(UsageError) -> String {
        let names = [name] + suffixes.map { name + $0 }
        for name in names {
            if let target = targets.first(where: { $0.lowercased() == name.lowercased() }) {
                return target
            }
        }
        // The name of a target that several packages have contains the name of its package.
        let matches = targets.filter { target in
            let parts = [target] + target.split(separator: "/").dropFirst().map(String.init)
            return parts.contains { $0.lowercased().hasPrefix(name.lowercased()) }
        }
        if matches.count == 1 {
            return matches[0]
        }
        guard matches.isEmpty else {
            throw .custom("'\(name)' can be \(matches.joined(separator: ", "))")
        }
        // A misspelled name of a module resembles the target without its suffix.
        let modules = targets.map { target in
            let suffix = suffixes.first { target.hasSuffix($0) }
            return String(target.dropLast(suffix?.count ?? 0))
        }
        let hint =
            name.suggestion(among: modules + targets) ?? "'bulkhead test --list' prints the names"
        throw .custom("no test target is named '\(name)'; \(hint)")
    }
}

extension TestBuild {
    /// A note about tests that may start programs that SwiftPM does not build, or `nil` if there
    /// are none.
    fileprivate var programNote: String? {
        guard !testsWithUnknownPrograms.isEmpty else { return nil }
        let names = testsWithUnknownPrograms.joined(separator: ", ")
        return "\(names) may start programs of the package that are not built; "
            + "declare a dependency on each program"
    }

    /// Returns a phrase that states how many targets SwiftPM builds, and in which folder.
    fileprivate func summary(of graph: ModuleGraph) -> String {
        let total = graph.modules.count { $0.kind != .external }
        let count = "\(targetCount) of \(total.counting("target"))"
        return switch place {
        case .package: "building \(count)"
        case .copy(let path): "building \(count) in \(path)"
        case .everything(nil): "building all \(total.counting("target"))"
        case .everything(let reason?): "building all \(total.counting("target")), because \(reason)"
        }
    }
}

extension String {
    /// This string, quoted as a single word for a POSIX shell.
    var quotedForShell: String {
        let isPlain = allSatisfy { $0.isLetter || $0.isNumber || "-_./=:+~".contains($0) }
        return isPlain && !isEmpty && !hasPrefix("~") ? self : "'\(replacing("'", with: #"'\''"#))'"
    }
}
