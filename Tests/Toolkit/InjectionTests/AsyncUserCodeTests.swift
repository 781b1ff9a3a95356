import Foundation
import Injection
import ProgramTesting
import Testing
import ThreadTesting

/// Tests that the user code of asynchronous factories and of a shutdown never runs under a lock.
///
/// Each test runs in a separate process, which an alarm ends if its tasks deadlock.
@Suite(.deadlockLimit) struct AsyncUserCodeTests {
    @Test(arguments: AsyncUse.all.indices)
    func `user code of an asynchronous factory can resolve other factories`(index: Int) async {
        await #expect(processExitsWith: .success) { [index] in
            exitWhereTrapped()
            _ = alarm(60)
            let use = AsyncUse.all[index]
            let container = BusyContainer(.cached)
            try await use.run(container)
            let isExpected = await eventually { Set(container.uses.lines) == use.expected }
            #expect(isExpected, "\(use.name): \(container.uses.lines)")
        }
    }

    @Test func `a deinitializer can resolve in a program with one singleton scope`() async {
        await #expect(processExitsWith: .success) {
            exitWhereTrapped()
            _ = alarm(60)
            let container = BusyContainer(.singleton)
            _ = container.pages(Parameter(1))
            Scope.singleton.reset()
            #expect(container.uses.lines == ["instance"])
            _ = container.pages(Parameter(1))
            container.pages.reset(.scope)
            #expect(container.uses.lines == ["instance", "instance"])
        }
    }
}

/// An operation in which a task calls user code or releases objects whose deinitializers are user
/// code.
private struct AsyncUse: Sendable {
    let name: String
    let expected: Set<String>
    let run: @Sendable (BusyContainer) async throws -> Void

    static let all = [
        AsyncUse(name: "end of a graph", expected: ["graph"]) { container in
            let outermost = AsyncFactory(container, key: "outermost") {
                container.inGraph().name
            }
            _ = try await outermost()
        },
        AsyncUse(name: "cancellation", expected: ["canceled"]) { container in
            let begun = Counter()
            let go = Counter()
            container.later.register {
                let held = container.farewell("canceled")
                await begun.increment(waitingFor: go)
                try Task.checkCancellation()
                return held
            }
            let task = Task { try await container.later() }
            await begun.wait(for: 1)
            task.cancel()
            go.increment()
            _ = await task.result
            await container.shutdown()
        },
        AsyncUse(name: "closers", expected: ["closer", "instance"]) { container in
            container.later.onShutdown { _ in container.use("closer") }
            try await container.keepLater()
            await container.shutdown()
        },
        AsyncUse(name: "instances", expected: instances) { container in
            container.stock()
            await container.shutdown()
        },
        AsyncUse(name: "singletons", expected: ["single"]) { container in
            let factory = container.plain.register { container.farewell("single") }.singleton
            factory.onShutdown { _ in }
            _ = factory()
            await container.shutdown()
        },
        AsyncUse(name: "saved instances", expected: instances) { container in
            container.stock()
            container.manager.push()
            container.pages.reset(.scope)
            await container.shutdown()
        },
    ]

    private static let instances: Set = ["instance", "parameter"]
}

extension BusyContainer {
    /// Resolves `later` in a separate function, so that only the container retains the instance.
    fileprivate func keepLater() async throws {
        _ = try await later()
    }
}
