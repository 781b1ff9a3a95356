/// What a resolution finds out without a lock.
@usableFromInline enum WarmAnswer {
    /// Nothing.
    case unknown
    /// The closure of the definition is to be run.
    case own(ThreadState)
    /// The closure that is read is to be run.
    case registered(Reading)
    /// What is read is the instance.
    case instance(Reading)
}

/// A reading that has begun, and what is to be read.
@safe @usableFromInline struct Reading {
    @usableFromInline let thread: ThreadState
    // Valid until the reading ends.
    @usableFromInline let result: UnsafeMutableRawPointer

    init(thread: ThreadState, result: UnsafeMutableRawPointer) {
        self.thread = thread
        unsafe self.result = unsafe result
    }

    /// Takes hold of what is read, and ends the reading.
    @inlinable
    func end<Content>(with type: Content.Type) -> Content {
        // Cells say where the content of a box lies, and the box has the type that the key says; see `Box.open`.
        let content = unsafe result.assumingMemoryBound(to: Content.self).pointee
        thread.endReading()
        return content
    }
}
