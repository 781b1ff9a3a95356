/// The contexts of the program, for `onTest`, `onArg` and similar modifiers.
public struct FactoryContext: Sendable {
    /// The arguments that the program was started with.
    public var arguments = CommandLine.arguments
    /// The arguments that were set at run time, by key.
    public var runtimeArguments: [String: String] = [:]
    public var isPreview = environmentVariable("XCODE_RUNNING_FOR_PREVIEWS") == "1"
    public var isTest = Self.isTestProcess
    public var isSimulator = environmentVariable("SIMULATOR_UDID") != nil
    public var isDebug = Self.isDebugBuild

    /// Creates the context of this process.
    public init() {}

    private static let shared = Locked(FactoryContext())

    /// The context of all resolutions in the process. Tests may change it.
    public static var current: FactoryContext {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }

    /// Sets an argument at run time, which replaces the argument with the same key. The argument
    /// affects only new instances, not cached instances.
    public static func setArg(_ arg: String, forKey key: String) {
        shared.withLock { $0.runtimeArguments[key] = arg }
    }

    public static func removeArg(forKey key: String) {
        shared.withLock { $0.runtimeArguments[key] = nil }
    }

    /// The active contexts in descending order of precedence.
    ///
    /// The arguments of the program precede the arguments that were set at run time, which are in
    /// the order of their keys.
    var active: [FactoryContextType] {
        let others = runtimeArguments.sorted { $0.key < $1.key }
        let contexts: [FactoryContextType?] = [
            isPreview ? .preview : nil,
            isTest ? .test : nil,
            isSimulator ? .simulator : .device,
            isDebug ? .debug : nil,
        ]
        return (arguments + others.map(\.value)).map(FactoryContextType.arg)
            + contexts.compactMap(\.self)
    }

    static var isDebugBuild: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    // SwiftPM and Xcode start tests as a bundle, or as a program with the path of the bundle as an
    // argument.
    private static var isTestProcess: Bool {
        environmentVariable("XCTestConfigurationFilePath") != nil
            || CommandLine.arguments.contains { $0.contains(".xctest") }
    }
}

/// A context for which a factory can have a separate closure.
public enum FactoryContextType: Hashable, Sendable {
    /// The program was started with this argument, or the argument was set at run time; see
    /// ``FactoryContext/setArg(_:forKey:)``.
    case arg(String)
    /// One of these arguments is present.
    case args([String])
    case preview
    case test
    case debug
    case simulator
    /// The program does not run in a simulator.
    case device

    fileprivate var alternatives: [FactoryContextType] {
        if case .args(let arguments) = self {
            arguments.map(FactoryContextType.arg)
        } else {
            [self]
        }
    }
}

/// Closures for contexts, which override the registration and the definition. If several contexts
/// are active, the first context in this order takes precedence: argument, preview, test,
/// simulator, device, debug. Instances that are already cached do not change.
extension FactoryModifying {
    /// Uses the given closure in any of the given contexts:
    /// `container.store.context(.test, .preview) { Fake() }`.
    @discardableResult
    public func context(_ contexts: FactoryContextType..., factory: Closure) -> Self {
        context(contexts, factory: factory)
    }

    @discardableResult
    public func context(_ contexts: [FactoryContextType], factory: Closure) -> Self {
        let box = Box(factory)
        definition.remember { slot in
            for context in contexts.flatMap(\.alternatives) {
                slot.state.contexts[context] = box
            }
        }
        return self
    }

    @discardableResult
    public func onArg(_ argument: String, factory: Closure) -> Self {
        context(.arg(argument), factory: factory)
    }

    @discardableResult
    public func onArgs(_ arguments: [String], factory: Closure) -> Self {
        context(.args(arguments), factory: factory)
    }

    @discardableResult public func onPreview(factory: Closure) -> Self {
        context(.preview, factory: factory)
    }
    @discardableResult public func onTest(factory: Closure) -> Self {
        context(.test, factory: factory)
    }
    @discardableResult public func onDebug(factory: Closure) -> Self {
        context(.debug, factory: factory)
    }
    @discardableResult public func onSimulator(factory: Closure) -> Self {
        context(.simulator, factory: factory)
    }
    @discardableResult public func onDevice(factory: Closure) -> Self {
        context(.device, factory: factory)
    }
}
