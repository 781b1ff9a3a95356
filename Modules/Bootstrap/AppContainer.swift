public import CheckingInterface
import Core
public import Injection
public import LibraryInterface
public import PagesInterface
public import ReportsInterface
public import TransferInterface

/// The shared container: everything that the app can resolve.
///
/// The list on the class names the container protocol of every feature. The witnesses, in one file for each feature, are public. A
/// missing witness does not compile.
public final class AppContainer: SharedContainer,
    PagesProviding, LibraryProviding, CheckingProviding, TransferProviding, ReportsProviding
{
    /// The container of the program, or of the test that runs.
    @TaskLocal public static var shared = AppContainer()

    /// What is registered, and what is cached.
    public let manager = ContainerManager()

    /// Makes a container in which nothing is overridden.
    public init() {}
}

/// The container protocols of the services are `package`, and so are their witnesses: features are built from services, and the app,
/// which has no package access, cannot resolve one. A public class cannot list a package protocol, so this extension does.
extension AppContainer: ClockProviding, HTTPProviding, StoreProviding {}
