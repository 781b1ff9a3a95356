/// The order in which results of concurrent work are delivered.
public enum DeliveryOrder: Sendable {
    /// The order of the elements. A slow element delays the results of later elements.
    case elements
    /// The order in which the work ends.
    case completion
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
    /// Creates a stream of the elements of a sequence.
    public init(_ elements: some Sequence<Element>) {
        self.init { continuation in
            for element in elements {
                continuation.yield(element)
            }
            continuation.finish()
        }
    }

    /// Transforms several elements of this stream at the same time, and delivers each result.
    ///
    /// While a slow element delays the delivery of results, later elements are still transformed.
    /// If too many results wait for delivery, no more elements are read, so memory use does not
    /// grow with the number of elements. One element is read at a time.
    ///
    /// When the task is canceled, the stream ends, and the results of all elements that were read
    /// are delivered.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of elements that are transformed at the same time.
    ///   - order: The order in which the results are delivered.
    ///   - transform: A function that returns the result for an element, or nil to deliver nothing.
    ///   - deliver: A function that receives the results, one at a time.
    /// - Throws: Errors from `deliver` are thrown immediately. An error of the stream is thrown
    ///   after the results of all earlier elements have been delivered.
    public func concurrentMap<Result: Sendable>(
        limit: Int,
        order: DeliveryOrder,
        _ transform: @escaping @Sendable (Element) async -> Result?,
        deliver: (Result) async throws -> Void
    ) async throws {
        var map = ConcurrentMap(stream: self, transform: transform, limit: limit, order: order)
        try await map.run(deliver)
    }
}

/// The state of ``AsyncThrowingStream/concurrentMap(limit:order:_:deliver:)``.
private struct ConcurrentMap<Element: Sendable, Output: Sendable> {
    private enum Event: Sendable {
        case element(Result<Element?, any Error>)
        case output(Int, Output?)
    }

    let stream: AsyncThrowingStream<Element, any Error>
    let transform: @Sendable (Element) async -> Output?
    let limit: Int
    let order: DeliveryOrder
    private var isReading = false
    private var hasEnded = false
    private var failure: (any Error)?
    private var started = 0
    private var finished = 0
    private var delivered = 0
    /// The results that wait for delivery, by their position in the delivery.
    private var outputs: [Int: Output?] = [:]

    init(
        stream: AsyncThrowingStream<Element, any Error>,
        transform: @escaping @Sendable (Element) async -> Output?,
        limit: Int,
        order: DeliveryOrder
    ) {
        self.stream = stream
        self.transform = transform
        self.limit = limit
        self.order = order
    }

    /// Whether the results that wait for delivery leave room for another one.
    private var hasRoom: Bool { started - delivered < 16 * limit }

    mutating func run(_ deliver: (Output) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Event.self) { group in
            read(&group)
            while let event = try await group.next() {
                handle(event, &group)
                while let output = outputs.removeValue(forKey: delivered) {
                    delivered += 1
                    if let output {
                        try await deliver(output)
                    }
                }
                read(&group)
            }
        }
        if let failure {
            throw failure
        }
    }

    private mutating func read(_ group: inout ThrowingTaskGroup<Event, any Error>) {
        guard !isReading, !hasEnded, started - finished < limit, hasRoom else {
            return
        }
        isReading = true
        group.addTask { [stream] in
            // All iterators of a stream share one position, so a new iterator continues where the
            // previous one stopped.
            var iterator = stream.makeAsyncIterator()
            do {
                return .element(.success(try await iterator.next()))
            } catch {
                return .element(.failure(error))
            }
        }
    }

    private mutating func handle(
        _ event: Event,
        _ group: inout ThrowingTaskGroup<Event, any Error>
    ) {
        switch event {
        case .element(.success(let element?)):
            isReading = false
            group.addTask { [transform, started] in
                .output(started, await transform(element))
            }
            started += 1
        case .element(.success(nil)): hasEnded = true
        case .element(.failure(let error)):
            hasEnded = true
            failure = error
        case .output(let number, let output):
            let position = order == .elements ? number : finished
            outputs[position] = .some(output)
            finished += 1
        }
    }
}
