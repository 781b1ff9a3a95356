import Synchronization

extension ContainerManager {
    /// Whether resolutions from the container are logged. Each resolution is logged as a tree that
    /// includes its nested resolutions.
    ///
    ///     0: AppContainer.catalog<Catalog> = F:105553131389696
    ///     1:     AppContainer.store<Store> = C:105553119821680
    ///
    /// The letter identifies the source of the instance: F is the closure of the definition, O is a
    /// closure for a context, R is a registered closure, and C is a scope that stored the instance.
    /// The number identifies the object.
    public var trace: Bool {
        get { state.withLock(\.settings.isTraced) }
        set { set(\.settings.isTraced, to: newValue) }
    }

    /// The closure that receives each line of a trace. The default closure prints the line.
    public var logger: ParameterFactoryType<String, Void> {
        get { state.withLock(\.settings.logger) }
        set { set(\.settings.logger, to: newValue) }
    }

    /// Whether unique factories are checked for infinite recursion. The setting applies to the
    /// whole process.
    ///
    /// Without the check, recursion is limited only by the stack. A cycle through a stored instance
    /// stops the program, unless it leads through a thread that a factory starts and waits for,
    /// through a signal handler, or through a child process after a fork.
    public var circularDependencyTesting: Bool {
        get { CircularDependency.isTested.load(ordering: .relaxed) }
        set { CircularDependency.isTested.store(newValue, ordering: .relaxed) }
    }
}

/// The trace of one resolution and its nested resolutions on a thread.
final class Trace {
    private let logger: ParameterFactoryType<String, Void>
    private var lines: [String] = []
    /// The indices of the lines whose resolutions have not ended.
    private var open: [Int] = []

    /// The number of traces in progress. All containers share this number, because a trace includes
    /// nested resolutions from other containers.
    private static let count = Atomic(0)

    static var isRunning: Bool {
        count.load(ordering: .relaxed) > 0
    }

    private init(_ logger: @escaping ParameterFactoryType<String, Void>) {
        self.logger = logger
        Self.count.add(1, ordering: .relaxed)
    }

    /// The source of an instance. The raw value is the letter that FactoryKit uses.
    enum Source: Character {
        case context = "O"
        case definition = "F"
        case registration = "R"
        case scope = "C"
    }

    /// Adds a resolution to the thread's trace, or starts a trace if the container is traced.
    static func begin(_ resolution: Resolution) -> Trace? {
        let thread = ThreadState.current
        if thread.trace == nil, resolution.settings.isTraced {
            thread.trace = Trace(resolution.settings.logger)
        }
        guard let trace = thread.trace else { return nil }
        // The line of a resolution precedes the lines of its nested resolutions.
        let depth = trace.open.count
        trace.open.append(trace.lines.count)
        trace.lines.append(
            "\(depth): \(String(repeating: "    ", count: depth))\(resolution.key)"
        )
        return trace
    }

    /// Completes the line of a resolution. After the outermost resolution, logs the trace.
    func end<T>(_ instance: T, from source: Source) {
        lines[open.removeLast()] += "<\(T.self)> = \(source.rawValue):\(address(of: instance))"
        if open.isEmpty {
            ThreadState.current.trace = nil
            stop()
            lines.forEach(logger)
        }
    }

    func stop() {
        Self.count.subtract(1, ordering: .relaxed)
    }

    private func address(of instance: Any) -> String {
        if let object = classInstance(in: instance) {
            return "\(UInt(bitPattern: ObjectIdentifier(object)))"
        }
        return unwrapped(instance) == nil ? "nil" : "value"
    }
}
