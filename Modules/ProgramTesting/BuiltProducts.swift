public import Foundation

/// Where the build puts programs and modules: beside the tests that run.
public enum BuiltProducts {
    /// The folder of the programs.
    public static var folder: URL {
        #if os(macOS)
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
            return bundle.bundleURL.deletingLastPathComponent()
        #else
            return Bundle.main.bundleURL
        #endif
    }

    /// The path of a program.
    public static func program(_ name: String) -> String { folder.appending(path: name).path }
}
