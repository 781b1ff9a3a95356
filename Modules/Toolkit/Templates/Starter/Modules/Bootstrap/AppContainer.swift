public import Injection
public import NotesInterface

/// The container from which the app resolves its dependencies.
///
/// The class conforms to the container protocol of every feature, so a missing definition is a
/// compile error. There is one file with definitions for each feature and each service.
public final class AppContainer: SharedContainer, NotesProviding {
    /// The container of the program, or of the current test.
    @TaskLocal public static var shared = AppContainer()

    /// The manager of the registrations and the cached instances.
    public let manager = ContainerManager()

    /// Creates a container without overrides.
    public init() {}
}

/// The container protocols of services are `package`: the app, which has no package access,
/// cannot resolve a service.
extension AppContainer: NoteStoreProviding {}
