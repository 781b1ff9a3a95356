import BoundaryRules
import CommandLineArguments
import Foundation
import PackageManifest
import PackageReports

enum BaselineCommand: Command {
    static let syntax = CommandSyntax(
        "baseline",
        "merge the baselines of two branches, or edit the entries of the baseline",
        operands: "merge|rename|add …",
        count: 1...Int.max,
        options: [.rules],
        discussion: """
            baseline merge                     resolve a conflict in \(Baseline.fileName)
            baseline merge BASE OURS THEIRS    merge three files into OURS, as a Git merge driver
            baseline rename OLD NEW            keep the entries of a module that was renamed by hand
            baseline add NAME…                 accept the violations of the named rules or modules

            A merged baseline has the entries that both branches have, and the entries that one of
            them added. An entry that one branch removed stays removed.
            'check --write-baseline' writes the first baseline, and later removes the fixed entries.
            'bulkhead rename' also updates the baseline when it renames a feature or a service.
            To merge automatically in Git, add the first of these lines to .gitattributes, and run the second one:
            \(Baseline.fileName) merge=bulkhead
            git config merge.bulkhead.driver "bulkhead baseline merge %O %A %B"
            """,
        examples: [
            ("bulkhead baseline merge", "resolve a conflict during a merge or a rebase"),
            (
                "bulkhead baseline rename Notes Journal",
                "update the entries after Notes was renamed to Journal"
            ),
            (
                "bulkhead baseline add forbidden-reach",
                "accept the violations of a new rule in existing code"
            ),
        ]
    )

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        let operands = Array(arguments.operands.dropFirst())
        switch (arguments.operands[0], operands.count) {
        case ("merge", 0): try await resolve(try await BaselineFile.find(arguments), console)
        case ("merge", 3): try merge(base: operands[0], ours: operands[1], theirs: operands[2])
        case ("rename", 2): try await rename(operands[0], to: operands[1], arguments, console)
        case ("add", 1...): try await add(operands, arguments, console)
        case ("merge", _):
            throw UsageError.custom("'baseline merge' accepts either no files or BASE OURS THEIRS")
        case ("rename", _): throw UsageError.custom("'baseline rename' requires OLD NEW")
        case ("add", _):
            throw UsageError.custom("'baseline add' requires the name of a rule or a module")
        default:
            throw UsageError.custom(
                "invalid operation '\(arguments.operands[0])': expected merge, rename or add"
            )
        }
        return .done
    }
}

// MARK: - Merging

extension BaselineCommand {
    /// Resolves a conflict in the baseline by merging the versions in Git's index or, if the index
    /// has none, the versions between the conflict markers.
    private static func resolve(_ file: BaselineFile, _ console: Console) async throws {
        let text = try file.text()
        guard BaselineConflict.isPresent(in: text) else {
            console.printNote("\(Baseline.fileName) has no conflict")
            return
        }
        guard let sides = try await file.conflictInIndex() ?? BaselineSides(markers: text) else {
            throw LayerRulesError(
                "\(file.path): a conflict marker is missing; restore the conflict "
                    + "with 'git checkout --merge \(Baseline.fileName)', and run the command again"
            )
        }
        let merged = sides.merged
        try file.write(merged)
        console.printMessage("merged \(Baseline.fileName): \(sides.summary)")
        if sides.base == nil {
            console.printNote(
                "the result may contain entries that one side removed; run 'bulkhead check' to list the entries of fixed violations"
            )
        }
        console.printMessage("next: git add \(Baseline.fileName)")
    }

    /// Merges three files and writes the result to `ours`, as Git requires of a merge driver.
    private static func merge(base: String, ours: String, theirs: String) throws {
        func baseline(_ path: String) throws -> Baseline {
            try BaselineFile(path: path).side()
        }
        let sides = BaselineSides(
            base: try baseline(base),
            ours: try baseline(ours),
            theirs: try baseline(theirs)
        )
        try BaselineFile(path: ours).write(sides.merged)
    }
}

struct BaselineSides {
    let base: Baseline?
    let ours: Baseline
    let theirs: Baseline

    var merged: Baseline { Baseline.merging(base: base, ours: ours, theirs: theirs) }

    var summary: String {
        let mine = Set(ours.entries)
        let other = Set(theirs.entries)
        let kept = Set(merged.entries)
        let counts = [
            merged.entries.count.counting("violation"),
            "\(kept.subtracting(other).count) only in ours",
            "\(kept.subtracting(mine).count) only in theirs",
            "\(mine.union(other).subtracting(kept).count) removed by one side",
        ]
        return counts.joined(separator: ", ")
    }
}

extension BaselineSides {
    init?(markers text: String) throws {
        guard let conflict = BaselineConflict(text) else { return nil }
        base = try conflict.base.map { try Baseline(side: $0) }
        ours = try Baseline(side: conflict.ours)
        theirs = try Baseline(side: conflict.theirs)
    }
}

// MARK: - Renaming and adding

extension BaselineCommand {
    private static func rename(
        _ old: String,
        to new: String,
        _ arguments: ParsedArguments,
        _ console: Console
    ) async throws {
        let file = try await BaselineFile.find(arguments)
        let baseline = try file.baseline()
        let renamed = baseline.entries.count { $0.module == old || $0.other == old }
        guard renamed > 0 else {
            let names = Set(
                baseline.entries.flatMap { [$0.module, $0.other].compactMap(\.self) }
            )
            let hint = old.suggestion(among: names.sorted()).map { "; \($0)" } ?? ""
            throw UsageError.custom("no entry in \(Baseline.fileName) names '\(old)'\(hint)")
        }
        try file.write(baseline.renaming(old, to: new))
        let count = renamed.counting("entry")
        console.printMessage("renamed '\(old)' to '\(new)' in \(count) of \(Baseline.fileName)")
    }

    private static func add(
        _ names: [String],
        _ arguments: ParsedArguments,
        _ console: Console
    ) async throws {
        let report = try await BoundaryReport.load(arguments, console: console)
        for name in names where Rule(rawValue: name) == nil {
            try report.packages.graph.requireModule(name)
        }
        guard let old = report.rules.baseline else {
            throw LayerRulesError(
                "\(Baseline.fileName) not found; "
                    + "write it with 'bulkhead check --write-baseline'"
            )
        }
        let added = report.violations.filter { violation in
            !violation.isStrict && violation.rule != .staleBaseline
                && (names.contains(violation.rule.rawValue) || names.contains(violation.module))
        }
        let baseline = old.adding(added)
        try BaselineFile(path: "\(report.packages.root)/\(Baseline.fileName)").write(baseline)
        let count = baseline.entries.count - old.entries.count
        console.printMessage("added \(count.counting("violation")) to \(Baseline.fileName)")
    }
}

// MARK: - The file

/// The baseline file of a package or a repository. Reading it does not require a valid manifest.
struct BaselineFile {
    let path: String

    static func find(_ arguments: ParsedArguments) async throws -> BaselineFile {
        let folder = try await arguments.repositoryFolder ?? arguments.packagePath
        return BaselineFile(path: "\(folder)/\(Baseline.fileName)")
    }

    func text() throws -> String {
        do {
            return try String(contentsOf: URL(filePath: path), encoding: .utf8)
        } catch {
            throw ManifestError.unreadable(path: path, reason: error.localizedDescription)
        }
    }

    func baseline() throws -> Baseline {
        try parse { text throws(LayerRulesError) in try Baseline(json: Data(text.utf8)) }
    }

    /// Returns the baseline in the file, if the file is one side of a merge.
    func side() throws -> Baseline {
        try parse(Baseline.init(side:))
    }

    private func parse(
        _ parse: (String) throws(LayerRulesError) -> Baseline
    ) throws -> Baseline {
        let text = try text()
        do {
            return try parse(text)
        } catch { throw LayerRulesError("\(path): \(error.message)") }
    }

    func write(_ baseline: Baseline) throws {
        do {
            try Data(baseline.json.utf8).write(to: URL(filePath: path), options: .atomic)
        } catch { throw OutputError(path: path, reason: error.localizedDescription) }
    }

    /// Returns the conflicting versions of the baseline in Git's index, or `nil` if the index
    /// contains no conflict.
    func conflictInIndex() async throws -> BaselineSides? {
        func stage(_ number: Int) async throws -> String? {
            let folder = URL(filePath: path).deletingLastPathComponent().path
            let file = ":\(number):./\(Baseline.fileName)"
            let outcome = try await Program.git(["show", file], in: folder)
            return outcome.code == 0 ? outcome.text : nil
        }
        guard let ours = try await stage(2), let theirs = try await stage(3) else {
            return nil
        }
        // If there is no base version (stage 1), both branches added the file, so the base is
        // empty.
        let base = try await stage(1) ?? ""
        return BaselineSides(
            base: try Baseline(side: base),
            ours: try Baseline(side: ours),
            theirs: try Baseline(side: theirs)
        )
    }
}
