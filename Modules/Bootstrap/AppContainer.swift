public import CheckingInterface
public import Core
public import Injection
public import LibraryInterface
public import PagesInterface
public import Reports
public import TransferInterface

/// The container of all factories that the app can resolve.
///
/// The class conforms to the container protocols of every feature and of the clock. The properties
/// that these protocols require are public and declared in one file for each feature. If a property
/// is missing, the class does not compile.
public final class AppContainer: SharedContainer,
    PagesProviding, LibraryProviding, CheckingProviding, TransferProviding, ReportsProviding,
    ClockProviding
{
    /// The container of the program, or of the current test.
    @TaskLocal public static var shared = AppContainer()

    public let manager = ContainerManager()

    public init() {}
}

/// The container protocols of services, and the properties that they require, are `package`:
/// Bootstrap builds features from the services, but the app has no package access and cannot
/// resolve them. The conformances are in an extension because the declaration of a public class
/// can list only protocols from modules that are imported publicly.
extension AppContainer: HTTPProviding, LinkStoreProviding, CheckHistoryProviding,
    DatabaseProviding
{}
