/// Runs an operation in a task that is canceled before the operation begins.
public func inCanceledTask<Result: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    let task = Task {
        while !Task.isCancelled {
            await Task.yield()
        }
        return try await operation()
    }
    task.cancel()
    return try await task.value
}
