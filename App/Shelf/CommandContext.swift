import Bootstrap
import CheckingInterface
import CommandLineArguments
import Core
import Injection
import LibraryInterface
import ReportsInterface
import TransferInterface

/// The console, the settings and the features that a command can use.
///
/// This type is the only one that resolves features, each when a command asks for it in `init`. The
/// features depend on the settings, which must be registered in the container before.
struct CommandContext {
    let console: Console
    private let container: AppContainer

    init(_ container: AppContainer, console: Console) {
        self.container = container
        self.console = console
    }

    var settings: Settings { container.settings() }
    var library: any LinkLibrary { container.library() }
    var checker: any LinkChecker { container.linkChecker() }
    /// The earlier checks of links.
    var history: any CheckHistory { checker }
    var archivedCopies: any ArchivedCopyFinder { container.archivedCopies() }
    var moveReviewer: any MoveReviewer { container.moveReviewer() }
    var transfer: any LinkTransfer { container.linkTransfer() }
    var reporter: any LibraryReporter { container.reporter() }
    var fileWriter: any FileWriter { container.fileWriter() }
    var terminal: any Terminal { container.terminal() }
}
