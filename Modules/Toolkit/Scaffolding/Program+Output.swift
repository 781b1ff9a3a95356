import Foundation
import PackageManifest

extension Program {
    static func output(
        of name: String,
        _ arguments: [String]
    ) async throws(ScaffoldingError) -> Outcome {
        do {
            return try await run(name, arguments)
        } catch {
            throw .program(name, reason: error.localizedDescription)
        }
    }
}
