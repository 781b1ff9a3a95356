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
    /// While results are delivered, and while a slow element delays them, later elements are still
    /// read, one at a time, and transformed. Even with a limit of 1, the next element is
    /// transformed while a result is delivered. If too many results wait for delivery, no more
    /// elements are read, so memory use does not grow with the number of elements.
    ///
    /// When the task is canceled, the stream ends, and the results of all elements that were read
    /// are delivered.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of elements that are transformed at the same time.
    ///   - order: The order in which the results are delivered.
    ///   - transform: A function that returns the result for an element, or `nil` to deliver
    ///     nothing.
    ///   - deliver: A function that receives the results, one at a time.
    /// - Throws: Errors from `deliver` are thrown immediately. An error from `transform` is thrown
    ///   when its result would be delivered. An error of the stream is thrown after the results of
    ///   all earlier elements have been delivered.
    public func concurrentMap<Result: Sendable>(
        limit: Int,
        order: DeliveryOrder,
        _ transform: @escaping @Sendable (Element) async throws -> Result?,
        deliver: (Result) async throws -> Void
    ) async throws {
        var map = ConcurrentMap(stream: self, transform: transform, limit: limit, order: order)
        try await map.run(deliver)
    }
}

/// The state of ``AsyncThrowingStream/concurrentMap(limit:order:_:deliver:)``.
private struct ConcurrentMap<Element: Sendable, Output: Sendable> {
    private enum Event: Sendable {
        /// The result for the element with the given number.
        case output(Int, Result<Output?, any Error>)
        /// The stream has no element with the given number. The error is `nil` at its regular end.
        case end(Int, (any Error)?)
    }

    let stream: AsyncThrowingStream<Element, any Error>
    let transform: @Sendable (Element) async throws -> Output?
    let limit: Int
    let order: DeliveryOrder
    private var hasEnded = false
    private var started = 0
    private var finished = 0
    private var delivered = 0
    /// A stream that ends when the last element whose task was started has been read.
    private var lastReading = AsyncStream<Void> { $0.finish() }
    /// The results that wait for delivery, by their position in the delivery. An error of the
    /// stream follows the results of all elements.
    private var outputs: [Int: Result<Output?, any Error>] = [:]

    init(
        stream: AsyncThrowingStream<Element, any Error>,
        transform: @escaping @Sendable (Element) async throws -> Output?,
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
            startTasks(&group)
            while let event = try await group.next() {
                handle(event)
                startTasks(&group)
                while let output = outputs.removeValue(forKey: delivered) {
                    delivered += 1
                    if let output = try output.get() {
                        try await deliver(output)
                    }
                }
                startTasks(&group)
            }
        }
    }

    /// Starts tasks, each of which reads and transforms one element.
    private mutating func startTasks(_ group: inout ThrowingTaskGroup<Event, any Error>) {
        while !hasEnded, started - finished < limit, hasRoom {
            let (reading, reader) = AsyncStream.makeStream(of: Void.self)
            group.addTask { [stream, transform, started, lastReading] in
                for await _ in lastReading {}
                let element: Element
                // All iterators of a stream share one position, so a new iterator continues where
                // the previous one stopped.
                var iterator = stream.makeAsyncIterator()
                do {
                    defer {
                        reader.finish()
                    }
                    guard let next = try await iterator.next() else {
                        return .end(started, nil)
                    }
                    element = next
                } catch {
                    return .end(started, error)
                }
                do {
                    return .output(started, .success(try await transform(element)))
                } catch {
                    return .output(started, .failure(error))
                }
            }
            lastReading = reading
            started += 1
        }
    }

    private mutating func handle(_ event: Event) {
        switch event {
        case .output(let number, let output):
            let position = order == .elements ? number : finished
            outputs[position] = output
            finished += 1
        case .end(let number, let error):
            hasEnded = true
            if let error {
                outputs[number] = .failure(error)
            }
        }
    }
}
