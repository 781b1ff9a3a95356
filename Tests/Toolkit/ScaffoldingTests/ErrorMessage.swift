import Scaffolding
import Testing

/// Returns the message of the error that a function throws.
func errorMessage(of function: () throws -> some Any) throws -> String {
    try #require(throws: ScaffoldingError.self) { _ = try function() }.message
}

func errorMessage(of function: () async throws -> some Any) async throws -> String {
    try await #require(throws: ScaffoldingError.self) { _ = try await function() }.message
}
