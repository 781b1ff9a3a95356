public import Injection

/// The container from which the app resolves its dependencies.
///
/// The class conforms to the container protocol of every feature, so a missing definition is a
/// compile error. There is one file with definitions for each feature and each service.
public final class AppContainer: SharedContainer {
    /// The container of the program, or of the current test.
    @TaskLocal public static var shared = AppContainer()

    /// The manager of the registrations and the cached instances.
    public let manager = ContainerManager()

    /// Creates a container without overrides.
    public init() {}
}
