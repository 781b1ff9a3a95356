public import Foundation
public import Testing

/// The programs and modules that the build has produced.
public enum BuiltProducts {
    /// The folder of the programs and modules. It also contains the tests that are running.
    public static var folder: URL {
        #if os(macOS)
            let bundle =
                Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
            return bundle.bundleURL.deletingLastPathComponent()
        #else
            return Bundle.main.bundleURL
        #endif
    }

    /// Returns the path of a program.
    public static func program(_ name: String) -> String {
        folder.appending(path: name).path
    }
}

extension Trait where Self == ConditionTrait {
    /// A condition for suites that compile packages or call SwiftPM many times.
    ///
    /// Such suites take minutes, and run only with `Tests/run --all`.
    public static var buildsPackages: Self {
        .enabled(
            if: ProcessInfo.processInfo.environment["TESTS_THAT_BUILD_PACKAGES"] == "run",
            "this suite builds packages; run 'Tests/run --all', or set TESTS_THAT_BUILD_PACKAGES=run"
        )
    }
}
