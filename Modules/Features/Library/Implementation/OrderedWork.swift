/// Does work on many things, several at a time, and hands on what came of each in the order of the things.
///
/// Something that takes long holds up only what is handed on, until too much waits behind it; so memory does not grow with the number
/// of things.
struct OrderedWork<Input: Sendable, Output: Sendable> {
    private enum Event: Sendable {
        case input(Result<Input?, any Error>)
        case output(Int, Output?)
    }

    /// How many are worked on at once.
    private static var atOnce: Int { 16 }
    /// How many may be begun and not handed on.
    private static var ahead: Int { 256 }

    private let next: @Sendable () async throws -> Input?
    private let work: @Sendable (Input) async -> Output?
    private var isAsking = false
    private var hasEnded = false
    private var failure: (any Error)?
    private var begun = 0
    private var running = 0
    private var handedOn = 0
    private var outputs: [Int: Output?] = [:]

    /// - Parameters:
    ///   - next: Gives the next thing, or nil at the end; called again only when there is room.
    ///   - work: What to do with a thing; nil when it was given up because the task is cancelled.
    init(_ next: @escaping @Sendable () async throws -> Input?, work: @escaping @Sendable (Input) async -> Output?) {
        self.next = next
        self.work = work
    }

    /// Does all of the work.
    ///
    /// - Parameter handOn: Takes what came of each thing, one after the other. After a cancellation too it is called for all that was done.
    /// - Throws: What `handOn` throws, at once; what `next` throws, and `CancellationError`, after the rest is done.
    mutating func run(_ handOn: (Output) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Event.self) { group in
            ask(&group)
            while let event = try await group.next() {
                take(event, &group)
                while let output = outputs.removeValue(forKey: handedOn) {
                    handedOn += 1
                    if let output { try await handOn(output) }
                }
                ask(&group)
            }
        }
        try Task.checkCancellation()
        if let failure { throw failure }
    }

    private mutating func ask(_ group: inout ThrowingTaskGroup<Event, any Error>) {
        guard !Task.isCancelled, !isAsking, !hasEnded, running < Self.atOnce, begun - handedOn < Self.ahead else {
            return
        }
        isAsking = true
        group.addTask { [next] in
            do { return .input(.success(try await next())) } catch { return .input(.failure(error)) }
        }
    }

    private mutating func take(_ event: Event, _ group: inout ThrowingTaskGroup<Event, any Error>) {
        switch event {
        case .input(.success(let input?)):
            isAsking = false
            group.addTask { [work, begun] in .output(begun, await work(input)) }
            begun += 1
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
