import AsyncStreams
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ConcurrentMapTests {
    private struct Broken: Error {}

    /// A gate for each number. Work on a number waits until the gate is opened.
    private final class Gates: Sendable {
        private let opened: [AsyncStream<Void>]
        private let openers: [AsyncStream<Void>.Continuation]

        init(count: Int) {
            let pairs = (0...count).map { _ in AsyncStream.makeStream(of: Void.self) }
            opened = pairs.map(\.stream)
            openers = pairs.map(\.continuation)
        }

        func open(_ number: Int) {
            openers[number].finish()
        }

        func wait(for number: Int) async {
            for await _ in opened[number] {}
        }
    }

    private func numbers(_ count: Int) -> AsyncThrowingStream<Int, any Error> {
        AsyncThrowingStream(1...count)
    }

    /// The results are 1 to 4, although the work ends in the order 4, 3, 2, 1.
    @Test func `delivers the results in the order of the elements`() async throws {
        let gates = Gates(count: 4)
        gates.open(4)
        var results: [Int] = []
        try await numbers(4).concurrentMap(limit: 4, order: .elements) { number in
            await gates.wait(for: number)
            gates.open(number - 1)
            return number
        } deliver: {
            results.append($0)
        }
        #expect(results == [1, 2, 3, 4])
    }

    @Test func `delivers the results in the order in which the work ends`() async throws {
        let gates = Gates(count: 4)
        gates.open(4)
        var results: [Int] = []
        try await numbers(4).concurrentMap(limit: 4, order: .completion) { number in
            await gates.wait(for: number)
            return number
        } deliver: {
            results.append($0)
            gates.open($0 - 1)
        }
        #expect(results == [4, 3, 2, 1])
    }

    @Test(arguments: [DeliveryOrder.elements, .completion])
    func `transforms as many elements at the same time as the limit allows`(
        order: DeliveryOrder
    ) async throws {
        let running = Mutex(0)
        let most = Mutex(0)
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        try await numbers(20).concurrentMap(limit: 3, order: order) { number in
            let count = running.withLock { count in
                count += 1
                return count
            }
            most.withLock { $0 = max($0, count) }
            if number == 3 {
                start.finish()
            }
            // The first elements run until the third one has started.
            for await _ in started {}
            running.withLock { $0 -= 1 }
            return number
        } deliver: { _ in
        }
        #expect(most.withLock { $0 } == 3)
    }

    @Test func `reads no more elements while too many results wait for delivery`() async throws {
        let gates = Gates(count: 1)
        let read = Mutex(0)
        let stream = AsyncThrowingStream<Int, any Error> {
            let number = read.withLock { count in
                count += 1
                return count
            }
            return number <= 100 ? number : nil
        }
        var readBeforeFirstResult = 0
        try await stream.concurrentMap(limit: 2, order: .elements) { number in
            // The first result waits until the last element that fits has been transformed.
            if number == 32 {
                gates.open(1)
            } else if number == 1 {
                await gates.wait(for: 1)
            }
            return number
        } deliver: { number in
            if number == 1 {
                readBeforeFirstResult = read.withLock { $0 }
            }
        }
        #expect(readBeforeFirstResult == 32)
    }

    @Test func `delivers nothing for an element without a result`() async throws {
        var results: [Int] = []
        try await numbers(5).concurrentMap(limit: 2, order: .elements) { number in
            number.isMultiple(of: 2) ? number : nil
        } deliver: {
            results.append($0)
        }
        #expect(results == [2, 4])
    }

    @Test func `throws an error of the stream after the results of earlier elements`() async {
        let stream = AsyncThrowingStream<Int, any Error> { continuation in
            continuation.yield(1)
            continuation.yield(2)
            continuation.finish(throwing: Broken())
        }
        var results: [Int] = []
        await #expect(throws: Broken.self) {
            try await stream.concurrentMap(limit: 8, order: .elements) { number in
                await Task.yield()
                return number
            } deliver: {
                results.append($0)
            }
        }
        #expect(results == [1, 2])
    }

    @Test func `throws an error of a transformation after the results of earlier elements`() async {
        let gates = Gates(count: 2)
        var results: [Int] = []
        await #expect(throws: Broken.self) {
            try await numbers(4).concurrentMap(limit: 2, order: .elements) { number in
                guard number != 2 else {
                    gates.open(1)
                    throw Broken()
                }
                await gates.wait(for: min(number, 1))
                return number
            } deliver: {
                results.append($0)
            }
        }
        #expect(results == [1])
    }

    @Test(arguments: [DeliveryOrder.elements, .completion])
    func `transforms only one more element during a delivery`(
        order: DeliveryOrder
    ) async throws {
        let gates = Gates(count: 5)
        let latest = Mutex(0)
        var latestAtDelivery: [Int] = []
        try await numbers(4).concurrentMap(limit: 1, order: order) { number in
            latest.withLock { $0 = number }
            gates.open(number)
            return number
        } deliver: { number in
            await gates.wait(for: min(number + 1, 4))
            latestAtDelivery.append(latest.withLock { $0 })
        }
        #expect(latestAtDelivery == [2, 3, 4, 4])
    }

    @Test func `reads one element at a time`() async throws {
        let isReading = Mutex(false)
        let read = Mutex(0)
        let stream = AsyncThrowingStream<Int, any Error> {
            let wasReading = isReading.withLock { isReading in
                defer {
                    isReading = true
                }
                return isReading
            }
            #expect(!wasReading)
            await Task.yield()
            isReading.withLock { $0 = false }
            let number = read.withLock { count in
                count += 1
                return count
            }
            return number <= 100 ? number : nil
        }
        var results: [Int] = []
        try await stream.concurrentMap(limit: 8, order: .elements) { number in
            number
        } deliver: {
            results.append($0)
        }
        #expect(results == Array(1...100))
    }

    @Test func `an error of the delivery cancels the work on other elements`() async {
        let isCanceled = Mutex(false)
        let gates = Gates(count: 2)
        await #expect(throws: Broken.self) {
            try await numbers(2).concurrentMap(limit: 2, order: .completion) { number in
                if number == 1 {
                    await gates.wait(for: 2)
                    return number
                }
                gates.open(2)
                while !Task.isCancelled {
                    await Task.yield()
                }
                isCanceled.withLock { $0 = true }
                return number
            } deliver: { _ in
                throw Broken()
            }
        }
        #expect(isCanceled.withLock { $0 })
    }

    @Test func `delivers the results of started work after a cancellation`() async throws {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let stream = AsyncThrowingStream<Int, any Error> {
            begin.yield()
            return 1
        }
        let mapping = Task {
            var results: [Int] = []
            try await stream.concurrentMap(limit: 1, order: .elements) { number in
                while !Task.isCancelled {
                    await Task.yield()
                }
                return number
            } deliver: {
                results.append($0)
            }
            return results
        }
        for await _ in begun.prefix(1) {}
        mapping.cancel()
        let results = try await mapping.value
        #expect(results.allSatisfy { $0 == 1 })
        #expect(results.count == 1)
    }

    @Test func `the example in the README compiles and runs`() async throws {
        let urls = AsyncThrowingStream(["a", "b"])

        @Sendable func title(of url: String) async -> String {
            url.uppercased()
        }
        var output = ""
        try await urls.concurrentMap(limit: 16, order: .elements) { url in
            await title(of: url)
        } deliver: { title in
            output.write(title)
        }
        #expect(output == "AB")
    }
}
