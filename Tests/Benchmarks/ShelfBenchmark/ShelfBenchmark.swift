import CommandLineArguments
import Foundation

/// The program: reads the command line, makes the files, measures, and prints.
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
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let programs = Program.installed(parsed.has("--alone") ? [.shelf] : Contender.allCases, in: folder)
        guard programs[.shelf] != nil else {
            throw Trouble("shelf is not on the path; Tests/shelf-benchmark builds it")
        }
        note("making the links …")
        var report = Report(programs: programs, rounds: rounds)
        for section in try Section.all(in: folder, isQuick: isQuick) {
            report.add(section)
            for row in section.rows {
                note("\(section.title): \(row.title) …")
                report.add(RowMeasurement(row, in: section, programs: programs, rounds: rounds), in: section)
            }
        }
        print(parsed.has("--markdown") ? report.markdown : report.text)
        for problem in report.problems { note("shelf-benchmark: shelf is wrong: \(problem)") }
        return report.problems.isEmpty ? 0 : 1
    }

    /// A folder that linkchecker can read too, which lays root's rights down.
    private static func scratchFolder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "shelf-benchmark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        return folder.path
    }

    /// Says something that is no result.
    static func note(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}

/// Something that keeps the benchmark from measuring.
struct Trouble: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

extension ProgramSyntax {
    /// The command line of the benchmark.
    static let shelfBenchmark = ProgramSyntax(
        "shelf-benchmark",
        """
        shelf-benchmark measures shelf beside buku, lychee and linkchecker, as far as they are on the path: how long each
        takes for the same work on the same made-up links, what the processors spend on it, and how much memory it needs.
        Only temporary folders and a server on the loopback interface are used. What a program found, wrote or asked for
        is counted, and a figure whose result is wrong is not shown.
        """,
        commands: [],
        options: [
            .flag("--quick", "10,000 links alone, each once: shows that every row runs, the figures are rough"),
            .flag("--alone", "shelf alone"),
            .value("--runs", "N", "medians of N runs (5); what takes longer than 10 seconds is run once"),
            .flag("--markdown", "the table for a page in Markdown"),
            .help,
        ],
        examples: [
            ("Tests/shelf-benchmark", "everything; a quarter of an hour with all programs, a minute alone"),
            ("Tests/shelf-benchmark --quick --alone", "whether shelf still does it all; half a minute"),
            ("PATH=~/peers/bin:$PATH Tests/shelf-benchmark", "with peers of 'python3 -m venv ~/peers'"),
        ],
        closing: """
            Exit codes: 0 done, whatever the figures and the peers' results; 1 a result of shelf's is wrong; 64 wrong command
            line; 69 shelf or the server cannot be had.
            """)
}
