import Dispatch

/// Runs what a store does on a queue of its own, since it waits for a network there.
///
/// Swift's own threads are as many as the machine has cores, and must not wait.
package final class PostgreSQLExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "PostgreSQL")

    init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Right because the closure keeps the executor, and runs the job once.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
