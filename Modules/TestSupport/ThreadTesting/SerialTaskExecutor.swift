import Dispatch
import Synchronization

/// A task executor that runs one job at a time. It is idle when all of its tasks are suspended.
public final class SerialTaskExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "SerialTaskExecutor")
    private let unfinishedJobs = Atomic(0)

    public init() {}

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        unfinishedJobs.add(1, ordering: .relaxed)
        queue.async {
            // This is safe, because the block retains the executor and runs the job exactly once.
            unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
            self.unfinishedJobs.subtract(1, ordering: .relaxed)
        }
    }

    /// Waits until all tasks of the executor are suspended.
    public func waitUntilIdle() async {
        // The queue is serial, so the closure runs after all jobs that were enqueued before it.
        // These jobs may have enqueued further jobs, so the wait is repeated until none is left.
        repeat {
            await withCheckedContinuation { continuation in
                queue.async { continuation.resume() }
            }
        } while unfinishedJobs.load(ordering: .relaxed) > 0
    }
}
