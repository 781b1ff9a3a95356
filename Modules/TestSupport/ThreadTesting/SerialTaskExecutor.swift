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
            // The block retains the executor and runs the job exactly once.
            unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
            self.unfinishedJobs.subtract(1, ordering: .relaxed)
        }
    }

    /// Waits until all tasks are suspended.
    public func waitUntilIdle() async {
        // The queue is serial, so the closure runs between two jobs. The earlier job may have
        // enqueued other jobs.
        repeat {
            await withCheckedContinuation { continuation in
                queue.async { continuation.resume() }
            }
        } while unfinishedJobs.load(ordering: .relaxed) > 0
    }
}
