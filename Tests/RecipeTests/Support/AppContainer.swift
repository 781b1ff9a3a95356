import Injection

/// The container of the samples, which each page extends.
final class AppContainer: SharedContainer {
    @TaskLocal static var shared = AppContainer()
    let manager = ContainerManager()
}
