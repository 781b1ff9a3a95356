import BoundaryRules
import SwiftSource

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The program that the build plugin runs for each target: prints where the target breaks a rule, and fails then.
@main
struct BoundariesCheck {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let request = arguments.first, let stamp = arguments.last, arguments.count == 2 else {
            print(
                "error: boundaries-check REQUEST STAMP is called by the build plugin Boundaries; use 'bulkhead check'")
            exit(64)
        }
        do {
            let violations = try CheckRequest(contentsOf: request).violations()
            for violation in violations { print(violation.text) }
            if violations.contains(where: { $0.rule.severity == .error }) { exit(1) }
            try leaveStamp(at: stamp)
        } catch {
            print("error: \(error)")
            exit(65)
        }
    }

    /// Writes the source file that tells the build that the target was checked.
    ///
    /// Where it is there it stays as it is, with its date, so that a check alone compiles nothing anew.
    private static func leaveStamp(at path: String) throws {
        let stamp = "// The boundaries of this target were checked.\n"
        if let found = try? String(contentsOfFile: path, encoding: .utf8), found == stamp { return }
        try stamp.write(toFile: path, atomically: true, encoding: .utf8)
    }
}
