import AsyncStreams
import Synchronization
import Testing

struct MapAheadTests {
    private struct Broken: Error {}

    private func numbers(to last: Int) -> AsyncThrowingStream<Int, any Error> {
        AsyncThrowingStream { continuation in
            for number in 1...last {
                continuation.yield(number)
            }
            continuation.finish()
        }
    }

    @Test func `transforms every element in order`() async throws {
        var results: [String] = []
        for try await result in numbers(to: 5).mapAhead({ String($0) }) {
            results.append(result)
        }
        #expect(results == ["1", "2", "3", "4", "5"])
    }

    @Test(.timeLimit(.minutes(5)))
    func `prefetches at most one element`() async throws {
        let (started, start) = AsyncStream.makeStream(of: Int.self)
        let made = Atomic(0)
        var starts = started.makeAsyncIterator()
        let results = numbers(to: 4).mapAhead { number in
            start.yield(number)
            made.store(number, ordering: .sequentiallyConsistent)
            return number
        }
        for try await result in results {
            #expect(made.load(ordering: .sequentiallyConsistent) <= result + 1)
            while result < 4, await starts.next() ?? 0 <= result {}
        }
        #expect(made.load(ordering: .sequentiallyConsistent) == 4)
    }

    @Test func `delivers the elements before an error, then throws the error`() async {
        var results: [Int] = []
        await #expect(throws: Broken.self) {
            let transformed = numbers(to: 5).mapAhead { number in
                guard number != 3 else {
                    throw Broken()
                }
                return number
            }
            for try await result in transformed {
                results.append(result)
            }
        }
        #expect(results == [1, 2])
    }

    @Test(.timeLimit(.minutes(5)))
    func `releasing the stream cancels the prefetch`() async throws {
        let (ended, end) = AsyncStream.makeStream(of: Void.self)

        func readOne() async throws -> Int? {
            var results = numbers(to: 2).mapAhead { number in
                while number == 2, !Task.isCancelled {
                    await Task.yield()
                }
                if number == 2 {
                    end.finish()
                }
                return number
            }.makeAsyncIterator()
            return try await results.next()
        }
        #expect(try await readOne() == 1)
        for await _ in ended {}
    }

    @Test(.timeLimit(.minutes(5)))
    func `canceling the consumer cancels the transformation`() async throws {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let reading = Task { [stream = numbers(to: 2)] in
            for try await _ in stream.mapAhead({ number in
                begin.finish()
                while !Task.isCancelled {
                    await Task.yield()
                }
                try Task.checkCancellation()
            }) {}
        }
        for await _ in begun {}
        reading.cancel()
        // The stream may end before it throws the error, so both results are accepted.
        _ = await reading.result
    }

    @Test func `the sample in the README compiles and runs`() async throws {
        let batches = numbers(to: 2)

        @Sendable func render(_ batch: Int) async throws -> String {
            "<\(batch)>"
        }
        var output = ""
        for try await page in batches.mapAhead({ batch in try await render(batch) }) {
            output.write(page)  // while the next page is rendered
        }
        #expect(output == "<1><2>")
    }
}
