import Bootstrap
import CheckingInterface
import CommandLineArguments
import Core
import Injection
import LibraryInterface
import ReportsInterface
import TransferInterface

/// The console, the settings and the features that a command receives.
///
/// The initializer is the only place that resolves features. A command stores what it uses.
struct CommandContext {
    let console: Console
    let settings: Settings
    let library: any LinkLibrary
    let checker: any LinkChecker
    let archivedCopies: any ArchivedCopyFinder
    let moveReviewer: any MoveReviewer
    let transfer: any LinkTransfer
    let reporter: any LibraryReporter
    let fileWriter: any FileWriter
    let terminal: any Terminal

    /// Resolves the features, which depend on the settings that are registered in the container.
    init(_ container: AppContainer, console: Console) {
        self.console = console
        settings = container.settings()
        library = container.library()
        checker = container.linkChecker()
        archivedCopies = container.archivedCopies()
        moveReviewer = container.moveReviewer()
        transfer = container.linkTransfer()
        reporter = container.reporter()
        fileWriter = container.fileWriter()
        terminal = container.terminal()
    }

    /// The earlier checks of links.
    var history: any CheckHistory { checker }
}
