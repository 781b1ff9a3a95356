import CommandLineArguments
import Foundation

@main
struct ShelfBenchmark {
    static func main() {
        do {
            exit(try run(Array(CommandLine.arguments.dropFirst())))
        } catch let error as UsageError {
            note(error.message(for: .shelfBenchmark))
            // EX_USAGE of sysexits.h
            exit(64)
        } catch {
            note("shelf-benchmark: \(error)")
            // EX_UNAVAILABLE
            exit(69)
        }
    }

    private static func run(_ arguments: [String]) throws -> Int32 {
        let parsed = try ArgumentParser(.shelfBenchmark).parse(arguments)
        if parsed.has("--help") {
            print(HelpText.overview(of: .shelfBenchmark))
            return 0
        }
        let isQuick = parsed.has("--quick")
        let rounds = try parsed.integer("--runs", in: 1...99) ?? (isQuick ? 1 : 5)
        let folder = try scratchFolder()
        defer {
            try? FileManager.default.removeItem(atPath: folder)
        }
        let programs = Program.installed(
            parsed.has("--alone") ? [.shelf] : Contender.allCases,
            in: folder
        )
        guard programs[.shelf] != nil else {
            throw BenchmarkError(
                "shelf is not in PATH; run 'Tests/shelf-benchmark', which builds it"
            )
        }
        note("generating links …")
        var report = Report(programs: programs, rounds: rounds)
        for section in try Section.all(in: folder, isQuick: isQuick) {
            report.add(section)
            for row in section.rows {
                note("\(section.title): \(row.title) …")
                report.add(
                    RowMeasurement(row, in: section, programs: programs, rounds: rounds),
                    in: section
                )
            }
        }
        print(parsed.has("--markdown") ? report.markdown : report.text)
        for problem in report.problems {
            note("shelf-benchmark: wrong result from shelf: \(problem)")
        }
        return report.problems.isEmpty ? 0 : 1
    }

    /// Creates a folder that linkchecker can read even after it drops root privileges.
    private static func scratchFolder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "shelf-benchmark-\(UUID().uuidString)"
        )
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755]
        )
        return folder.path
    }

    static func note(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }
}

struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) {
        self.description = description
    }
}

extension ProgramSyntax {
    fileprivate static let shelfBenchmark = ProgramSyntax(
        "shelf-benchmark",
        """
        shelf-benchmark compares shelf with buku, lychee and linkchecker, if they are in PATH: the time that each takes for the
        same work on the same generated links, its processor time, and its memory. It uses only temporary folders and a
        server on the loopback interface. It counts what each program found, wrote or requested, and omits the figures of
        wrong results.
        """,
        commands: [],
        options: [
            .flag(
                "--quick",
                "measure only 10,000 links, and each row once, to check that all rows run; the figures are rough"
            ),
            .flag("--alone", "measure only shelf"),
            .value(
                "--runs",
                "N",
                "print the medians of N runs (default: 5); a program that takes more than 10 seconds runs once"
            ),
            .flag("--markdown", "print only the times, as a table in Markdown"),
            .help,
        ],
        examples: [
            (
                "Tests/shelf-benchmark",
                "measure all rows, which takes 15 minutes with all programs, or a minute with only shelf"
            ),
            (
                "Tests/shelf-benchmark --quick --alone",
                "check that all rows run with shelf, which takes half a minute"
            ),
            (
                "PATH=~/peers/bin:$PATH Tests/shelf-benchmark",
                "measure the programs in the Python environment ~/peers"
            ),
        ],
        closing: """
            Exit codes: 0 success, regardless of the figures and of the other programs' results; 1 wrong result from shelf; 64
            invalid command line; 69 shelf or the server is unavailable.
            """
    )
}
