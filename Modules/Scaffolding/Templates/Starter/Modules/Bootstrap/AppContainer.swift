import Core
public import Injection
public import NotesInterface

/// The shared container: everything that the app can resolve.
///
/// The list on the class names the container protocol of every feature; a missing witness does not compile. The witnesses are in
/// one file for each feature.
public final class AppContainer: SharedContainer,
    NotesProviding
{
    /// The container of the program, or of the test that runs.
    @TaskLocal public static var shared = AppContainer()

    /// What is registered, and what is cached.
    public let manager = ContainerManager()

    /// Makes a container in which nothing is overridden.
    public init() {}
}

/// The container protocols of services are `package`: the app, which has no package access, cannot resolve a service.
extension AppContainer: NoteStoreProviding {}
