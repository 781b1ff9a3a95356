import Synchronization

/// The tree of one resolution and of all that it led to, on one thread.
final class Trace {
    private var lines: [String] = []
    private var depth = 0

    /// What a container has as long as it is traced.
    final class Wish: Sendable {
        fileprivate static let count = Atomic(0)

        init() { Self.count.add(1, ordering: .relaxed) }

        deinit { Self.count.subtract(1, ordering: .relaxed) }
    }

    /// Whether any container is traced: all others look for a trace then, as they may resolve on its behalf.
    static var isInUse: Bool { Wish.count.load(ordering: .relaxed) > 0 }

    /// Where an instance comes from, in the letters of FactoryKit.
    enum Origin: Character {
        /// The scope kept it.
        case kept = "C"
        /// The closure of a ``Factory``, or of a context.
        case factory = "O"
        /// The closure of a ``ParameterFactory``.
        case parameterFactory = "F"
        /// A registered closure.
        case registration = "R"
    }

    /// Adds a resolution to the thread's trace, or begins one if the container wants it, and logs it at its end.
    static func follow<T>(
        _ key: FactoryKey, by manager: ContainerManager, _ find: () -> (Resolved<T>, Origin)
    ) -> Resolved<T> {
        let chain = ResolutionChain.current
        if let trace = chain.thread.trace { return trace.record(key, find) }
        guard manager.trace else { return find().0 }
        let trace = Trace()
        chain.thread.trace = trace
        let resolved = trace.record(key, find)
        chain.thread.trace = nil
        trace.lines.forEach(manager.logger)
        return resolved
    }

    /// Runs a resolution one level below the one that runs now. Its line stands above those of what it leads to.
    private func record<T>(_ key: FactoryKey, _ find: () -> (Resolved<T>, Origin)) -> Resolved<T> {
        let line = lines.count
        lines.append("\(depth): " + String(repeating: "    ", count: depth) + "\(key)<\(T.self)>")
        depth += 1
        let (resolved, origin) = find()
        depth -= 1
        lines[line] += " = \(origin.rawValue):\(address(of: resolved.instance))"
        return resolved
    }

    private func address(of instance: Any) -> String {
        guard let value = unwrapped(instance) else { return "nil" }
        guard type(of: value) is AnyObject.Type else { return "value" }
        return "\(UInt(bitPattern: ObjectIdentifier(value as AnyObject)))"
    }
}
