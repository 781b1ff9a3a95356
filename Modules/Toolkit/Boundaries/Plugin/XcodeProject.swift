// This file is not tested, because this package is developed without Xcode.
#if canImport(XcodeProjectPlugin)
    import Foundation
    import PackagePlugin
    import XcodeProjectPlugin

    extension BoundariesPlugin: XcodeBuildToolPlugin {
        func createBuildCommands(
            context: XcodePluginContext,
            target: XcodeTarget
        ) throws -> [Command] {
            let root = context.xcodeProject.directoryURL
            let request = PlannedCheck(
                root: root,
                files: [target.displayName: target.swiftFiles],
                modules: context.xcodeProject.targets.map { PlannedCheck.Module($0, below: root) }
            )
            return [
                try request.command(
                    for: target.displayName,
                    in: context.pluginWorkDirectoryURL,
                    tool: context.tool(named: "boundaries-check").url
                )
            ]
        }
    }

    extension XcodeTarget {
        fileprivate var swiftFiles: [URL] {
            inputFiles.map(\.url).filter { $0.pathExtension == "swift" }
        }
    }

    extension PlannedCheck.Module {
        /// Creates the description of a target in an Xcode project. The folder of the target is the
        /// deepest folder that contains all its files.
        fileprivate init(_ target: XcodeTarget, below root: URL) {
            let folders = target.swiftFiles.map {
                $0.deletingLastPathComponent().path(below: root).split(separator: "/")
            }
            let common = folders.dropFirst().reduce(folders.first ?? []) { common, folder in
                zip(common, folder).prefix { $0 == $1 }.map(\.0)
            }
            name = target.displayName
            importName = String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
            folder = common.joined(separator: "/")
            dependencies = target.dependencies.flatMap { dependency in
                switch dependency {
                case .target(let target): [target.displayName]
                case .product(let product): product.targets.map(\.name)
                @unknown default: [String]()
                }
            }
            kind =
                switch target.product?.kind {
                case .application, .executable: "executable"
                case .other("com.apple.product-type.bundle.unit-test"): "test"
                default: "library"
                }
        }
    }
#endif
