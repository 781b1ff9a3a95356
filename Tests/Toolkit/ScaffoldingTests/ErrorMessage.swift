import Scaffolding
import Testing

/// Returns the message of the error that a function throws.
func errorMessage(
    at location: SourceLocation = #_sourceLocation,
    of function: () throws -> some Any
) throws -> String {
    try #require(throws: ScaffoldingError.self, sourceLocation: location) { _ = try function() }
        .message
}

func errorMessage(
    at location: SourceLocation = #_sourceLocation,
    of function: () async throws -> some Any
) async throws -> String {
    try await #require(throws: ScaffoldingError.self, sourceLocation: location) {
        _ = try await function()
    }
    .message
}
