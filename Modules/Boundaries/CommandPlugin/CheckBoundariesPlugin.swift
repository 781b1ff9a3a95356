import Foundation
import PackagePlugin

/// A command plugin. `swift package check-boundaries` runs `bulkhead check` in the folder of the
/// package and accepts the same options.
///
/// The plugin builds the program when it runs. If the plugin declared a dependency on the program
/// instead, SwiftPM would compile the modules of the program twice in each build of this package.
@main
struct CheckBoundariesPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let ownPackage = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../.."
        )
        let scratch = context.pluginWorkDirectoryURL.appending(path: "bulkhead")
        let options = ["--package-path", ownPackage.path, "--scratch-path", scratch.path]
        try run("/usr/bin/env", ["swift", "build", "--quiet", "--product", "bulkhead"] + options)
        try run(
            scratch.appending(path: "debug/bulkhead").path,
            ["check"] + arguments,
            in: context.package.directoryURL
        )
    }

    /// Runs a program. If it fails, exits with its exit code.
    private func run(_ program: String, _ arguments: [String], in folder: URL? = nil) throws {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 {
            exit(process.terminationStatus)
        }
    }
}
