import Foundation

/// The settings of the program.
struct Settings: Sendable {
    static let current = Settings(environment: ProcessInfo.processInfo.environment)

    /// A folder with saved responses. Without it, the server sends them.
    var folder: String?
    var usesFahrenheit = false

    init(environment: [String: String]) {
        folder = environment["PLANNER_FOLDER"]
        usesFahrenheit = environment["PLANNER_UNIT"] == "F"
    }
}
