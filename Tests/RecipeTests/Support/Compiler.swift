import Foundation
import ProgramTesting

/// Has the compiler look at a source that imports modules of this build.
func typecheck(_ source: String) async throws -> Outcome {
    let folder = try TemporaryFolder()
    return try await Call.run(
        "swiftc",
        ["-typecheck", "-swift-version", "6", "-parse-as-library"]
            + ["-I", BuiltProducts.folder.appending(path: "Modules").path, folder.write(source, to: "Source.swift")])
}

/// The text of a file of this target.
func source(_ path: String) throws -> String {
    try String(contentsOf: Page.sources.appending(path: path), encoding: .utf8)
}
