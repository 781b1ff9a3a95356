public import CheckingInterface
public import Core
public import Injection
public import LibraryInterface
public import PagesInterface
public import ReportsInterface
public import TransferInterface

/// The shared container: everything that the app can resolve.
///
/// The list names every container protocol of the workspace; a missing witness does not compile. The witnesses are in
/// one file for each feature.
public final class AppContainer: SharedContainer,
    ClockProviding, FileWriterProviding, TerminalProviding, HTTPProviding, LinkStoreProviding, CheckHistoryProviding,
    PagesProviding, LibraryProviding, CheckingProviding, TransferProviding, ReportsProviding
{
    /// The container of the program, or of the test that runs.
    @TaskLocal public static var shared = AppContainer()

    /// What is registered, and what is cached.
    public let manager = ContainerManager()

    /// Makes a container in which nothing is overridden.
    public init() {}
}
