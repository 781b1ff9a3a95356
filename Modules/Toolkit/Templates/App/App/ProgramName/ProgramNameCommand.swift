import Bootstrap  // container
public import Bootstrap  // plain
import Injection  // container

/// The program ProgramName, which prints the settings. Replace this example.
@main
public struct ProgramNameCommand {
    private let settings: Settings

    // container
    /// Creates the program with the dependencies of `AppContainer.shared`.
    public init() {
        settings = AppContainer.shared.settings()
    }
    // end
    // plain
    /// Creates the program with its dependencies.
    public init(_ dependencies: Dependencies) {
        settings = dependencies.settings
    }
    // end

    public var text: String { "ProgramName: \(settings)" }

    static func main() {
        print(ProgramNameCommand().text)  // container
        print(ProgramNameCommand(Dependencies(settings: Settings())).text)  // plain
    }
}
