import AsyncStreams
import Synchronization
import Testing
import ThreadTesting

@Suite(.timeLimit(.minutes(5)))
struct ConcurrentMapTests {
    private struct Broken: Error {}

    /// Returns a gate for each number. Work on a number waits until its gate has been opened.
    private func gates(_ count: Int) -> [Counter] {
        (0...count).map { _ in Counter() }
    }

    /// Gives work that must not start yet the time to start.
    private func yieldToOtherTasks() async {
        for _ in 1...1_000 {
            await Task.yield()
        }
    }

    private func numbers(_ count: Int) -> AsyncThrowingStream<Int, any Error> {
        AsyncThrowingStream(1...count)
    }

    /// The results are 1 to 4, although the work ends in the order 4, 3, 2, 1.
    @Test func `delivers the results in the order of the elements`() async throws {
        let gates = gates(4)
        gates[4].increment()
        var results: [Int] = []
        try await numbers(4).concurrentMap(limit: 4, order: .elements) { number in
            await gates[number].wait(for: 1)
            gates[number - 1].increment()
            return number
        } deliver: {
            results.append($0)
        }
        #expect(results == [1, 2, 3, 4])
    }

    @Test func `delivers the results in the order in which the work ends`() async throws {
        let gates = gates(4)
        gates[4].increment()
        var results: [Int] = []
        try await numbers(4).concurrentMap(limit: 4, order: .completion) { number in
            await gates[number].wait(for: 1)
            return number
        } deliver: {
            results.append($0)
            gates[$0 - 1].increment()
        }
        #expect(results == [4, 3, 2, 1])
    }

    @Test(arguments: [DeliveryOrder.elements, .completion])
    func `transforms as many elements at the same time as the limit allows`(
        order: DeliveryOrder
    ) async throws {
        let running = Mutex(0)
        let most = Mutex(0)
        let started = Counter()
        try await numbers(20).concurrentMap(limit: 3, order: order) { number in
            let count = running.withLock { count in
                count += 1
                return count
            }
            most.withLock { $0 = max($0, count) }
            if number == 3 {
                await yieldToOtherTasks()
                started.increment()
            }
            // The first elements run until the third one has started.
            await started.wait(for: 1)
            running.withLock { $0 -= 1 }
            return number
        } deliver: { _ in
        }
        #expect(most.withLock { $0 } == 3)
    }

    @Test func `reads no more elements while too many results wait for delivery`() async throws {
        let gates = gates(1)
        let read = Counter()
        let stream = AsyncThrowingStream<Int, any Error> {
            let number = read.increment()
            return number <= 100 ? number : nil
        }
        var readBeforeFirstResult = 0
        try await stream.concurrentMap(limit: 2, order: .elements) { number in
            // The first result waits until the last element that fits has been transformed.
            if number == 32 {
                gates[1].increment()
            } else if number == 1 {
                await gates[1].wait(for: 1)
            }
            return number
        } deliver: { number in
            if number == 1 {
                await yieldToOtherTasks()
                readBeforeFirstResult = read.value
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
        let read = Counter()
        let hasFailed = Counter()
        let stream = AsyncThrowingStream<Int, any Error> {
            let number = read.increment()
            guard number <= 2 else {
                hasFailed.increment()
                throw Broken()
            }
            return number
        }
        var results: [Int] = []
        await #expect(throws: Broken.self) {
            try await stream.concurrentMap(limit: 8, order: .elements) { number in
                await hasFailed.wait(for: 1)
                return number
            } deliver: {
                results.append($0)
            }
        }
        #expect(results == [1, 2])
    }

    @Test func `throws an error of a transformation after the results of earlier elements`() async {
        let hasFailed = Counter()
        var results: [Int] = []
        await #expect(throws: Broken.self) {
            try await numbers(4).concurrentMap(limit: 2, order: .elements) { number in
                guard number != 2 else {
                    hasFailed.increment()
                    throw Broken()
                }
                await hasFailed.wait(for: 1)
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
        let gates = gates(5)
        let latest = Mutex(0)
        var latestAtDelivery: [Int] = []
        try await numbers(4).concurrentMap(limit: 1, order: order) { number in
            latest.withLock { $0 = number }
            gates[number].increment()
            return number
        } deliver: { number in
            await gates[min(number + 1, 4)].wait(for: 1)
            await yieldToOtherTasks()
            latestAtDelivery.append(latest.withLock { $0 })
        }
        #expect(latestAtDelivery == [2, 3, 4, 4])
    }

    @Test func `reads one element at a time`() async throws {
        let isReading = Mutex(false)
        let read = Counter()
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
            let number = read.increment()
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
        let gates = gates(2)
        await #expect(throws: Broken.self) {
            try await numbers(2).concurrentMap(limit: 2, order: .completion) { number in
                if number == 1 {
                    await gates[2].wait(for: 1)
                    return number
                }
                gates[2].increment()
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
        let begun = Counter()
        let stream = AsyncThrowingStream<Int, any Error> {
            begun.increment()
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
        await begun.wait(for: 1)
        mapping.cancel()
        #expect(try await mapping.value == [1])
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
