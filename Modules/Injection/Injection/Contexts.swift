/// The contexts that the program runs in, which `onTest`, `onArg` and similar modifiers check.
public struct FactoryContext: Sendable {
    /// The arguments that the program was started with.
    public var arguments = CommandLine.arguments
    /// The arguments that were set at run time, by key.
    public var runtimeArguments: [String: String] = [:]
    /// Whether the program is an Xcode preview.
    public var isPreview = environmentVariable("XCODE_RUNNING_FOR_PREVIEWS") == "1"
    /// Whether the program is a test.
    public var isTest = Self.isTestProcess
    /// Whether the program runs in a simulator.
    public var isSimulator = environmentVariable("SIMULATOR_UDID") != nil
    /// Whether the program was built for debugging.
    public var isDebug = Self.isDebugBuild

    /// Creates the context of this process.
    public init() {}

    private static let shared = Locked(FactoryContext())

    /// The context of all resolutions in the process. Tests may change it.
    public static var current: FactoryContext {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }

    /// Sets an argument at run time, replacing the one with the same key.
    ///
    /// A cached instance stays; resolutions that make a new instance take the argument into account.
    public static func setArg(_ arg: String, forKey key: String) { shared.withLock { $0.runtimeArguments[key] = arg } }

    /// Removes an argument that was set at run time.
    public static func removeArg(forKey key: String) { shared.withLock { $0.runtimeArguments[key] = nil } }

    var types: [FactoryContextType] {
        let set = runtimeArguments.sorted { $0.key < $1.key }.map(\.value)
        var types = (arguments + set).map(FactoryContextType.arg)
        if isPreview { types.append(.preview) }
        if isTest { types.append(.test) }
        types.append(isSimulator ? .simulator : .device)
        if isDebug { types.append(.debug) }
        return types
    }

    static var isDebugBuild: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    // SwiftPM and Xcode start tests as a bundle, or as a program that is told where the bundle is.
    private static var isTestProcess: Bool {
        environmentVariable("XCTestConfigurationFilePath") != nil
            || CommandLine.arguments.contains { $0.contains(".xctest") }
    }
}

/// A context in which a factory makes something else than usual.
public enum FactoryContextType: Hashable, Sendable {
    /// The program was started with this argument, or it was set at run time; see ``FactoryContext/setArg(_:forKey:)``.
    case arg(String)
    /// One of these arguments is present.
    case args([String])
    /// The program is an Xcode preview.
    case preview
    /// The program is a test.
    case test
    /// The program was built for debugging.
    case debug
    /// The program runs in a simulator.
    case simulator
    /// The program does not run in a simulator.
    case device

    var flattened: [FactoryContextType] {
        if case .args(let arguments) = self { arguments.map(Self.arg) } else { [self] }
    }
}

/// What a factory makes in certain contexts, instead of what was registered or defined.
///
/// If several apply, the first of these takes precedence: argument, preview, test, simulator, device, debug. A cached instance stays.
extension FactoryModifying {
    /// Makes something else in any of these contexts: `container.service.context(.test, .preview) { Fake() }`.
    @discardableResult
    public func context(_ contexts: FactoryContextType..., factory: Closure) -> Self {
        context(contexts, factory: factory)
    }

    /// Makes something else in any of these contexts.
    @discardableResult
    public func context(_ contexts: [FactoryContextType], factory: Closure) -> Self {
        let box = Box(factory)
        definition.remember { modifiers in
            for context in contexts.flatMap(\.flattened) { modifiers.contexts[context] = box }
        }
        return self
    }

    /// Makes something else if the program has the argument.
    @discardableResult
    public func onArg(_ argument: String, factory: Closure) -> Self { context(.arg(argument), factory: factory) }

    /// Makes something else if the program has one of the arguments.
    @discardableResult
    public func onArgs(_ arguments: [String], factory: Closure) -> Self { context(.args(arguments), factory: factory) }

    /// Makes something else in an Xcode preview.
    @discardableResult
    public func onPreview(factory: Closure) -> Self { context(.preview, factory: factory) }

    /// Makes something else in tests.
    @discardableResult
    public func onTest(factory: Closure) -> Self { context(.test, factory: factory) }

    /// Makes something else in a program that was built for debugging.
    @discardableResult
    public func onDebug(factory: Closure) -> Self { context(.debug, factory: factory) }

    /// Makes something else in a simulator.
    @discardableResult
    public func onSimulator(factory: Closure) -> Self { context(.simulator, factory: factory) }

    /// Makes something else outside of a simulator.
    @discardableResult
    public func onDevice(factory: Closure) -> Self { context(.device, factory: factory) }
}
