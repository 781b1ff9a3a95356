import Synchronization

extension FactoryModifying {
    /// Calls a closure with each resolved instance, new or stored, before the caller receives it.
    ///
    /// A factory has one decorator, and the definition's takes precedence. The decorator of the container runs after it.
    @discardableResult
    public func decorator(_ decorator: @escaping (_ instance: T) -> Void) -> Self {
        self.decorator { instance, _ in decorator(instance) }
    }

    /// Calls a closure with each resolved instance, and whether this resolution created it.
    @discardableResult
    public func decorator(_ decorator: @escaping (_ instance: T, _ isNew: Bool) -> Void) -> Self {
        let box = Box(decorator)
        definition.remember { $0.decorator = box }
        definition.manager.observe()
        return self
    }
}

extension ContainerManager {
    /// Calls a closure with each instance that is resolved from the container, replacing the previous one; nil removes it.
    public func decorator(_ decorator: ((_ instance: Any) -> Void)?) {
        set(\.decorator, to: decorator.map { decorate in { instance, _ in decorate(instance) } })
        observe()
    }

    public func decorator(_ decorator: @escaping (_ instance: Any, _ isNew: Bool) -> Void) {
        set(\.decorator, to: decorator)
        observe()
    }

    func decorate<T>(_ resolved: Resolved<T>, of cell: FactoryCell) {
        let decorate = modifiers(of: cell).decorator.map(Box<(T, Bool) -> Void>.open)
        let decorateAll = settings.decorator
        if decorate == nil, decorateAll == nil { return }
        ThreadState.current.run(cell.key) {
            decorate?(resolved.instance, resolved.isNew)
            decorateAll?(resolved.instance, resolved.isNew)
        }
    }
}

extension ManagedContainer {
    /// Calls a closure with each instance that is resolved from the container, replacing the previous one; nil removes it.
    public func decorator(_ decorator: ((_ instance: Any) -> Void)?) { manager.decorator(decorator) }

    public func decorator(_ decorator: @escaping (_ instance: Any, _ isNew: Bool) -> Void) {
        manager.decorator(decorator)
    }
}

extension ContainerManager {
    /// Whether resolutions from the container are logged, each as a tree with its nested resolutions.
    ///
    ///     0: AppContainer.catalog<Catalog> = O:105553131389696
    ///     1:     AppContainer.store<Store> = C:105553119821680
    ///
    /// The letter identifies the source of the instance: O is the closure of a ``Factory`` or of a context, F that of a ``ParameterFactory``, R a registered
    /// one, and C a scope that stored it. The number identifies the object.
    public var trace: Bool {
        get { isTraced.load(ordering: .relaxed) }
        set { trace(newValue) }
    }

    /// The closure that receives each line of a trace. The default prints it.
    public var logger: (String) -> Void {
        get { settings.logger }
        set { set(\.logger, to: newValue) }
    }

    /// Whether unique factories are checked for infinite recursion, in the whole process.
    ///
    /// Without the check, recursion is limited only by the stack. A cycle through a stored instance always stops the program.
    public var circularDependencyTesting: Bool {
        get { ThreadState.stopsIfCircular.load(ordering: .relaxed) }
        set { ThreadState.stopsIfCircular.store(newValue, ordering: .relaxed) }
    }
}

/// The trace of one resolution and its nested resolutions on a thread.
final class Trace {
    private var lines: [String] = []
    private var depth = 0

    /// The source of an instance, with the letter of FactoryKit: its scope, the closure of a ``Factory`` or of a context, that of a ``ParameterFactory``, or
    /// a registered one.
    enum Origin: Character {
        case stored = "C"
        case factory = "O"
        case parameterFactory = "F"
        case registration = "R"
    }

    /// Adds a resolution to the thread's trace, or starts a trace if the container is traced and logs it at the end.
    static func record<T>(
        _ key: FactoryKey, of manager: ContainerManager, _ find: (inout Origin) -> Resolved<T>
    ) -> Resolved<T> {
        let thread = ThreadState.current
        let current = thread.trace
        var origin = Origin.stored
        guard current != nil || manager.trace else { return find(&origin) }
        let trace = current ?? Trace()
        thread.trace = trace
        // The line of a resolution precedes those of its nested resolutions.
        let line = trace.lines.count
        trace.lines.append("\(trace.depth): " + String(repeating: "    ", count: trace.depth) + "\(key)<\(T.self)>")
        trace.depth += 1
        let resolved = find(&origin)
        trace.depth -= 1
        trace.lines[line] += " = \(origin.rawValue):\(address(of: resolved.instance))"
        if current == nil {
            thread.trace = nil
            trace.lines.forEach(manager.logger)
        }
        return resolved
    }

    private static func address(of instance: Any) -> String {
        if let object = classInstance(in: instance) { return "\(UInt(bitPattern: ObjectIdentifier(object)))" }
        return unwrapped(instance) == nil ? "nil" : "value"
    }
}
