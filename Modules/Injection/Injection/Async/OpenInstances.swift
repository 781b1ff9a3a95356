/// What a container has built that is to be closed when it is shut down, in the order in which it was built.
final class OpenInstances: Sendable {
    /// One instance and what to do with it.
    struct Entry: Sendable {
        /// Takes it from where resolutions find it.
        let forget: @Sendable () -> Void
        let close: @Sendable () async throws -> Void
    }

    private struct State {
        var entries: [Entry] = []
        var underWay: [AsyncConstruction] = []
        var shutdown: Task<[any Error], Never>?
    }

    private let state = Locked(State())

    /// Whether the current task is a closer, or was started by one.
    @TaskLocal private static var isClosing = false

    func add(_ entry: Entry) {
        state.withLock { $0.entries.append(entry) }
    }

    /// Has a shutdown wait until what a construction builds is there.
    func begin(_ construction: AsyncConstruction) {
        state.withLock { $0.underWay.append(construction) }
    }

    func end(_ construction: AsyncConstruction) {
        state.withLock { state in state.underWay.removeAll { $0 === construction } }
    }

    /// Closes what is open, in a task that nobody cancels, after the shutdown before it and what is being built.
    ///
    /// A factory or closer that shuts down its own container would wait for itself, and so waits for neither.
    func shutDown(_ reset: @escaping @Sendable () -> Void) async -> [any Error] {
        if Self.isClosing || AsyncConstruction.isUnderWay { return await Task { await close(reset) }.value }
        let shutdown = state.withLock { state in
            let (previous, underWay) = (state.shutdown, state.underWay)
            let shutdown = Task {
                _ = await previous?.value
                for construction in underWay { await construction.waitForEnd() }
                return await close(reset)
            }
            state.shutdown = shutdown
            return shutdown
        }
        return await shutdown.value
    }

    private func close(_ reset: () -> Void) async -> [any Error] {
        let entries = state.withLock { exchange(&$0.entries, with: []) }
        // After they were taken, so that none of them can be kept from now on.
        reset()
        for entry in entries { entry.forget() }
        return await Self.$isClosing.withValue(true) {
            var errors: [any Error] = []
            for entry in entries.reversed() {
                do { try await entry.close() } catch { errors.append(error) }
            }
            return errors
        }
    }
}
