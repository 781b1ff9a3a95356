import Foundation
import PackagePlugin

/// The plugin for the command `swift package check-boundaries`. The command checks all targets as a
/// build does, checks the package as a whole, and also lists the warnings.
@main
struct CheckBoundariesPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var files: [String: [URL]] = [:]
        for case let target as SwiftSourceModuleTarget in context.package.targets {
            files[target.name] = target.swiftFiles
        }
        let request = context.pluginWorkDirectoryURL.appending(path: "request.json")
        try PlannedCheck(files, in: context.package).write(to: request)
        // A plugin cannot import a module that runs programs.
        let process = Process()
        process.executableURL = try context.tool(named: "boundaries-check").url
        process.arguments = ["--package", request.path(percentEncoded: false)] + arguments
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 {
            exit(process.terminationStatus)
        }
    }
}
