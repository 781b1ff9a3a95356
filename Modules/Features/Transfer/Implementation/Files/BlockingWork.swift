import Foundation
import Synchronization

/// Work that may block for long, such as reading what somebody types.
enum BlockingWork {
    /// Runs work on a thread of its own, and stops waiting for it when the task is cancelled.
    ///
    /// Work that is not waited for any more ends when it notices, or with the process.
    ///
    /// - Throws: `CancellationError`, and what the work throws.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let answer = FirstAnswer<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                answer.wait(continuation)
                Thread.detachNewThread { answer.give(Result { try work() }) }
            }
        } onCancel: {
            answer.give(.failure(CancellationError()))
        }
    }
}

/// Hands the first of several answers to the one who waits.
private final class FirstAnswer<Value: Sendable>: Sendable {
    private enum State {
        case nobodyWaits, waiting(CheckedContinuation<Value, any Error>), answered(Result<Value, any Error>), done
    }

    private let state = Mutex(State.nobodyWaits)

    func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let early: Result<Value, any Error>? = state.withLock { state in
            guard case .answered(let answer) = state else {
                state = .waiting(continuation)
                return nil
            }
            state = .done
            return answer
        }
        if let early { continuation.resume(with: early) }
    }

    func give(_ answer: Result<Value, any Error>) {
        let waiting: CheckedContinuation<Value, any Error>? = state.withLock { state in
            switch state {
            case .nobodyWaits:
                state = .answered(answer)
                return nil
            case .waiting(let continuation):
                state = .done
                return continuation
            case .answered, .done: return nil
            }
        }
        waiting?.resume(with: answer)
    }
}
