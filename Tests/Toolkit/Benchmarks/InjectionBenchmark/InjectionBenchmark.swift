import CommandLineArguments
import Foundation

@main
struct InjectionBenchmark {
    static func main() {
        if CommandLine.arguments.last == FirstResolution.argument {
            return FirstResolution.run()
        }
        do {
            exit(try run(Array(CommandLine.arguments.dropFirst())))
        } catch {
            printError(error.message(for: .injectionBenchmark))
            // EX_USAGE of sysexits.h
            exit(64)
        }
    }

    private static func printError(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }

    /// Runs the benchmarks that the arguments select, and returns the exit code.
    private static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        let parsed = try ArgumentParser(.injectionBenchmark).parse(arguments)
        if parsed.has("--help") {
            print(HelpText.overview(of: .injectionBenchmark))
            return 0
        }
        if parsed.has("--compile") {
            do {
                print(try Compilation().table)
            } catch {
                throw .custom("cannot compile the engine: \(error.localizedDescription)")
            }
            return 0
        }
        let plan = parsed.has("--quick") ? SamplingPlan.quick : .full
        let rows = try rows(matching: parsed.values("--filter"))
        let report = Report(Measurement.all(of: rows, plan: plan), plan: plan)
        print(report.table)
        for change in report.changedAllocations {
            printError("injection-benchmark: \(change)")
        }
        return report.changedAllocations.isEmpty ? 0 : 1
    }

    /// Returns the rows whose names contain one of the strings, and their reference rows. Returns
    /// all rows if there are no strings.
    private static func rows(matching texts: [String]) throws(UsageError) -> [Row] {
        let all = Section.all.flatMap(\.rows)
        if texts.isEmpty {
            return all
        }
        for text in texts where !all.contains(where: { $0.name.contains(text) }) {
            let names = Set(all.map(\.name)).sorted().joined(separator: "', '")
            throw .custom(
                "no row name contains '\(text)'; specify a part of one of these names: '\(names)'"
            )
        }
        var wanted = Set(all.map(\.name).filter { name in texts.contains(where: name.contains) })
        // The reference rows of a row precede that row, so one reverse pass also finds the
        // reference rows of reference rows.
        for row in all.reversed() where wanted.contains(row.name) {
            wanted.formUnion(row.others)
        }
        return all.filter { wanted.contains($0.name) }
    }
}

extension ProgramSyntax {
    static let injectionBenchmark = ProgramSyntax(
        "injection-benchmark",
        "injection-benchmark measures the container engine.",
        commands: [],
        options: [
            .value(
                "--filter",
                "TEXT",
                "measure only the rows whose names contain TEXT, and their reference rows"
            ),
            .flag(
                "--quick",
                "measure only a few short batches, to check that every row runs; the figures are rough"
            ),
            .flag(
                "--compile",
                "measure only the time to compile the engine, and the size of its code and data"
            ),
            .help,
        ],
        examples: [
            ("swift run -c release injection-benchmark", "measure every row"),
            (
                "swift run -c release injection-benchmark --filter warm",
                "measure the rows of warm resolutions"
            ),
        ],
        closing: """
            Exit codes: 0 success, regardless of the times; 1 the engine allocates more or less than Rows.swift states; 64
            invalid command line.
            """
    )
}
