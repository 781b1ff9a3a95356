import CBenchmarkSupport
import Foundation

/// The runs of one call, or what went wrong in one.
struct Measurement {
    let call: Call
    private let program: String
    private let folder: String
    private let visit: Visit?
    private(set) var runs: [ProgramRun] = []
    /// Why the runs say nothing.
    private(set) var problem: String?

    /// From how many seconds on one run has to do.
    private static let slow = 10.0

    var isSlow: Bool { runs.contains { $0.seconds > Self.slow } }

    init(_ call: Call, program: Program, folder: String, visit: Visit?) {
        self.call = call
        self.program = program.path
        self.folder = folder
        self.visit = visit
    }

    /// Runs it once more, where that says something still.
    mutating func run() {
        if problem != nil || isSlow { return }
        if let removing = call.removing { try? FileManager.default.removeItem(atPath: "\(folder)/\(removing)") }
        if let preparing = call.preparing {
            problem = Self.problem(of: ProgramRun(program, preparing, in: folder), in: folder)
        }
        load_server_reset(Int32(visit?.milliseconds ?? 0))
        if problem != nil { return }
        let run = ProgramRun(program, call.arguments, in: folder)
        runs.append(run)
        problem = Self.problem(of: run, in: folder) ?? visitProblem ?? proofProblem
    }

    private var visitProblem: String? {
        let seen = Int(load_server_pages_seen())
        guard let visit, seen != visit.pages else { return nil }
        return "asked for \(seen.grouped) pages of \(visit.pages.grouped)"
    }

    private var proofProblem: String? {
        guard let proof = call.proof else { return nil }
        var file = "\(folder)/\(ProgramRun.output)"
        switch proof.source {
        case .output: break
        case .file(let name): file = "\(folder)/\(name)"
        case .answer(let arguments):
            if let problem = Self.problem(of: ProgramRun(program, arguments, in: folder), in: folder) { return problem }
        }
        let count = TextCount.occurrences(of: proof.text, inFile: file)
        if count == proof.times { return nil }
        return
            "'\(proof.text.trimmingCharacters(in: .newlines))' \(count.grouped) times instead of \(proof.times.grouped)"
    }

    private static func problem(of run: ProgramRun, in folder: String) -> String? {
        if run.code == 0 { return nil }
        if run.code == 128 + Int(SIGALRM) { return "not done after \(ProgramRun.mostSeconds) s" }
        let errors = (try? String(contentsOfFile: "\(folder)/\(ProgramRun.errors)", encoding: .utf8)) ?? ""
        return "ended with \(run.code): \(errors.split(separator: "\n").last ?? "")"
    }
}

extension Measurement {
    var seconds: Double { median(\.seconds) }
    var processorSeconds: Double { median(\.processorSeconds) }
    var megabytes: Double { median { Double($0.peakBytes) / 1_000_000 } }

    private func median(_ figure: (ProgramRun) -> Double) -> Double {
        let sorted = runs.map(figure).sorted()
        guard !sorted.isEmpty else { return 0 }
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}
