import Foundation
import PackagePlugin

/// A command plugin. `swift package check-boundaries` checks all targets as a build does, and also
/// the package as a whole, and lists the warnings.
@main
struct CheckBoundariesPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var files: [String: [URL]] = [:]
        for case let target as SwiftSourceModuleTarget in context.package.targets {
            files[target.name] = target.swiftFiles
        }
        let request = context.pluginWorkDirectoryURL.appending(path: "request.json")
        try PlannedCheck(files, in: context.package).write(to: request)
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
