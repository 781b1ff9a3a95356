import Bootstrap
import Injection

/// The program ProgramName, which prints the version in the settings. Replace this example.
@main
public struct ProgramNameCommand {
    private let settings: Settings

    /// Creates the program with the dependencies of `AppContainer.shared`.
    public init() {
        settings = AppContainer.shared.settings()
    }

    public var text: String { "ProgramName \(settings.version)" }

    static func main() {
        print(ProgramNameCommand().text)
    }
}
