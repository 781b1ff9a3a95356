public import Injection

/// The shared container, from which the app resolves its dependencies.
///
/// The declaration lists the container protocol of every feature, so a missing registration is a
/// compile error. The registrations are in one file for each feature and each service.
public final class AppContainer: SharedContainer {
    /// The container of the program, or of the current test.
    @TaskLocal public static var shared = AppContainer()

    /// The registrations and the cached instances.
    public let manager = ContainerManager()

    /// Creates a container without overrides.
    public init() {}
}
