import Bootstrap
import CheckingInterface
import CommandLineArguments
import Core
import Injection
import LibraryInterface
import Reports
import TransferInterface

/// The console, the settings and the features that a command can use.
///
/// Only this type resolves features. It resolves a feature when a command reads the corresponding
/// property. The features depend on the settings, which must be registered in the container first.
struct CommandContext {
    let console: Console
    let progress: ProgressLine
    private let container: AppContainer

    init(_ container: AppContainer, console: Console) {
        self.container = container
        self.console = console
        progress = ProgressLine(console, clock: container.clock())
    }

    var clock: any WallClock { container.clock() }
    var settings: Settings { container.settings() }
    var library: any LinkLibrary { container.library() }
    var checker: any LinkChecker { container.linkChecker() }
    var history: any CheckHistory { container.checkHistory() }
    var archivedCopies: any ArchivedCopyFinder { container.archivedCopies() }
    var moveReviewer: any MoveReviewer { container.moveReviewer() }
    var transfer: any LinkTransfer { container.linkTransfer() }
    var reporter: LibraryReporter { container.reporter() }
    var fileWriter: any FileWriter { container.fileWriter() }
    var terminal: any Terminal { container.terminal() }
}

/// A type that uses the features in a command context.
protocol ContextUser {
    var context: CommandContext { get }
}

extension ContextUser {
    var console: Console { context.console }
    var progress: ProgressLine { context.progress }
    var library: any LinkLibrary { context.library }
    var history: any CheckHistory { context.history }
    var terminal: any Terminal { context.terminal }
}
