import Bootstrap
import Injection

/// The program ProgramName, which prints the settings. Replace this example.
@main
public struct ProgramNameCommand {
    private let settings: Settings

    /// Creates the program with the dependencies of `AppContainer.shared`.
    public init() {
        settings = AppContainer.shared.settings()
    }

    public var text: String { "ProgramName: \(settings)" }

    static func main() {
        print(ProgramNameCommand().text)
    }
}
