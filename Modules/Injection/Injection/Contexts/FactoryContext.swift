/// The circumstances that the program runs in, which `onTest`, `onArg` and the like ask for.
public struct FactoryContext: Sendable {
    /// The arguments that the program was started with.
    public var arguments = CommandLine.arguments
    /// The arguments that were set while it runs, by key.
    public var runtimeArguments: [String: String] = [:]
    /// Whether the program is an Xcode preview.
    public var isPreview = Environment.value(of: "XCODE_RUNNING_FOR_PREVIEWS") == "1"
    /// Whether the program is a test.
    public var isTest = Self.isTestProcess
    /// Whether the program runs in a simulator.
    public var isSimulator = Environment.value(of: "SIMULATOR_UDID") != nil
    /// Whether the program was built for debugging.
    public var isDebug = Self.isDebugBuild

    /// Finds out what holds for this process.
    public init() {}

    private static let shared = Locked(FactoryContext())

    /// The circumstances that resolutions take into account, for the whole process. Tests may change them.
    public static var current: FactoryContext {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }

    /// Adds an argument while the program runs, in the place of the one that had the key.
    ///
    /// An instance that is cached stays as it is; what is made from now on takes the argument into account.
    public static func setArg(_ arg: String, forKey key: String) {
        shared.withLock { $0.runtimeArguments[key] = arg }
    }

    /// Takes back an argument that was set while the program runs.
    public static func removeArg(forKey key: String) {
        shared.withLock { $0.runtimeArguments[key] = nil }
    }

    /// What holds, the most important first.
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
        Environment.value(of: "XCTestConfigurationFilePath") != nil
            || CommandLine.arguments.contains { $0.contains(".xctest") }
    }
}
