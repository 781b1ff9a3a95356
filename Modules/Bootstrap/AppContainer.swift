public import CheckingInterface
import Core
public import Injection
public import LibraryInterface
public import PagesInterface
public import ReportsInterface
public import TransferInterface

/// The shared container, which contains every factory that the app can resolve.
///
/// The class conforms to the container protocol of every feature. The properties that these
/// protocols require are public, in one file per feature. Without one of them, the class does not
/// compile.
public final class AppContainer: SharedContainer,
    PagesProviding, LibraryProviding, CheckingProviding, TransferProviding, ReportsProviding
{
    /// The container of the program, or of the current test.
    @TaskLocal public static var shared = AppContainer()

    public let manager = ContainerManager()

    public init() {}
}

/// The container protocols of the services, and the properties that they require, are `package`:
/// Bootstrap builds features from services, but the app, which has no package access, cannot
/// resolve one. A public class cannot conform to a package protocol in its declaration.
extension AppContainer: ClockProviding, HTTPProviding, StoreProviding, DatabaseProviding,
    WebArchiveProviding
{}
