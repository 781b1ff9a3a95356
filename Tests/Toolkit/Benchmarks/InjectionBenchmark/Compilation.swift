import Foundation

/// A clean, optimized compilation of the engine (the module Injection), with the settings of the
/// workspace.
struct Compilation {
    /// The processor time in seconds.
    let seconds: Double
    /// The size of the code and the data in kilobytes.
    let kilobytes: Double

    private static let folder = "Modules/Toolkit/Injection/Injection"

    /// Creates a measurement by compiling the engine in the working directory.
    init() throws {
        let manager = FileManager.default
        let object = manager.temporaryDirectory.appending(path: "\(UUID().uuidString).o").path
        defer {
            try? manager.removeItem(atPath: object)
        }
        let files = try manager.contentsOfDirectory(atPath: Self.folder)
        let sources = files.filter { $0.hasSuffix(".swift") }
        let features = ["InternalImportsByDefault", "MemberImportVisibility", "ExistentialAny"]
        var arguments = ["swiftc", "-c", "-O", "-wmo", "-parse-as-library", "-o", object]
        arguments += ["-module-name", "Injection", "-package-name", "bulkhead"]
        arguments += ["-swift-version", "6", "-strict-memory-safety"]
        arguments += features.flatMap { ["-enable-upcoming-feature", $0] }
        arguments += sources.map { "\(Self.folder)/\($0)" }
        let start = Self.processorTime
        let env = URL(filePath: "/usr/bin/env")
        _ = try Process.output(of: env, arguments)
        seconds = Self.processorTime - start
        // The command prints a line of headings and a line that begins with the sizes of the code
        // and the data.
        let lines = try Process.output(of: env, ["size", object]).split(separator: "\n")
        let sizes = lines.last ?? ""
        let columns = sizes.split(separator: " ", maxSplits: 2).prefix(2)
        kilobytes = columns.compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
            .reduce(0) { $0 + $1 / 1_000 }
    }

    var table: String {
        """
        clean compile  \(String(format: "%6.1f", seconds)) s   ≤ 4 s
        code and data  \(String(format: "%6.1f", kilobytes)) KB  ≤ 130 KB
        """
    }

    /// The processor time of child processes that have ended, in seconds.
    private static var processorTime: Double {
        var times = tms()
        _ = unsafe Foundation.times(&times)
        return Double(times.tms_cutime + times.tms_cstime) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
