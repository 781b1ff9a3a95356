public import Core
public import Testing

/// Checks the contract of `ExplainedError`. Call this function for each error of a module.
public func checkExplanation(
    of error: any ExplainedError,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let text = error.explanation
    let hasLineBreak = text.contains { $0.isNewline }
    #expect(!text.isEmpty, sourceLocation: sourceLocation)
    #expect(!hasLineBreak, "it must be one line", sourceLocation: sourceLocation)
    #expect(!text.hasSuffix("."), "it must not end in a period", sourceLocation: sourceLocation)
}
