import Dispatch

/// An executor that runs the jobs of a store on a queue of its own.
///
/// The jobs wait for a disk, for the network or for other writers, so they must not block the
/// threads of Swift's pool, which has only one thread per core.
package final class StoreExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// Creates an executor.
    ///
    /// - Parameter name: The name of the queue in a debugger.
    package init(_ name: String) {
        queue = DispatchQueue(label: name)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The closure retains the executor and runs the job exactly once.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
