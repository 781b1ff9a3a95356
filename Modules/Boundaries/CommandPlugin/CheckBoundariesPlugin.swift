import Foundation
import PackagePlugin

/// A command plugin. `swift package check-boundaries` runs `bulkhead check` in the folder of the
/// package and accepts the same options.
@main
struct CheckBoundariesPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let process = Process()
        process.executableURL = try context.tool(named: "Bulkhead").url
        process.arguments = ["check"] + arguments
        process.currentDirectoryURL = context.package.directoryURL
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 {
            exit(process.terminationStatus)
        }
    }
}
