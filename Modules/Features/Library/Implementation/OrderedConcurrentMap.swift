/// A concurrent map that delivers outputs in the order of the inputs.
///
/// While a slow input delays the delivery, later inputs are still processed. If too many outputs
/// wait for delivery, no more inputs are read, so memory use does not grow with the number of
/// inputs.
struct OrderedConcurrentMap<Input: Sendable, Output: Sendable> {
    private enum Event: Sendable {
        case input(Result<Input?, any Error>)
        case output(Int, Output?)
    }

    private static var concurrency: Int { 16 }
    private static var bufferLimit: Int { 256 }

    private let next: @Sendable () async throws -> Input?
    private let work: @Sendable (Input) async -> Output?
    private var isWaitingForInput = false
    private var hasEnded = false
    private var failure: (any Error)?
    private var started = 0
    private var running = 0
    private var delivered = 0
    private var outputs: [Int: Output?] = [:]

    /// Creates a map.
    ///
    /// - Parameters:
    ///   - next: A function that returns the next input, or nil at the end. It is called only when
    ///     work on the input can start.
    ///   - work: A function that returns the output for an input, or nil if the task was canceled.
    init(
        _ next: @escaping @Sendable () async throws -> Input?,
        work: @escaping @Sendable (Input) async -> Output?
    ) {
        self.next = next
        self.work = work
    }

    /// Processes all inputs.
    ///
    /// - Parameter deliver: A function that receives the outputs, one at a time. After a
    ///   cancellation, it still receives all finished outputs.
    /// - Throws: Errors from `deliver` are thrown immediately. Errors from `next` and
    ///   `CancellationError` are thrown after the outputs of all started work have been delivered.
    mutating func run(_ deliver: (Output) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Event.self) { group in
            requestInput(&group)
            while let event = try await group.next() {
                handle(event, &group)
                while let output = outputs.removeValue(forKey: delivered) {
                    delivered += 1
                    if let output {
                        try await deliver(output)
                    }
                }
                requestInput(&group)
            }
        }
        try Task.checkCancellation()
        if let failure {
            throw failure
        }
    }

    private mutating func requestInput(_ group: inout ThrowingTaskGroup<Event, any Error>) {
        guard !Task.isCancelled, !isWaitingForInput, !hasEnded, running < Self.concurrency,
            started - delivered < Self.bufferLimit
        else { return }
        isWaitingForInput = true
        group.addTask { [next] in
            do {
                return .input(.success(try await next()))
            } catch {
                return .input(.failure(error))
            }
        }
    }

    private mutating func handle(
        _ event: Event,
        _ group: inout ThrowingTaskGroup<Event, any Error>
    ) {
        switch event {
        case .input(.success(let input?)):
            isWaitingForInput = false
            group.addTask { [work, started] in .output(started, await work(input)) }
            started += 1
            running += 1
        case .input(.success(nil)): hasEnded = true
        case .input(.failure(let error)):
            hasEnded = true
            failure = error
        case .output(let number, let output):
            running -= 1
            outputs[number] = .some(output)
        }
    }
}
