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

extension BuiltProducts {
    /// The root folder of this package.
    public static let packageRoot: URL = {
        var url = URL(filePath: #filePath)
        for _ in ["Modules", "TestSupport", "ProgramTesting", "BuiltProducts.swift"] {
            url.deleteLastPathComponent()
        }
        return url
    }()

    /// Runs the compiler on source files, which can import the modules of this build.
    ///
    /// - Parameter seesPackage: Whether the files can use the `package` declarations of this
    ///   package.
    public static func compile(
        _ files: [String],
        _ options: [String] = ["-typecheck"],
        seesPackage: Bool = false
    ) async throws -> Outcome {
        var arguments = options + ["-swift-version", "6", "-parse-as-library"]
        arguments += ["-I", folder.appending(path: "Modules").path]
        for feature in ["InternalImportsByDefault", "MemberImportVisibility", "ExistentialAny"] {
            arguments += ["-enable-upcoming-feature", feature]
        }
        for library in ["CCurl", "CPostgreSQL", "CSQLite"] {
            let map = packageRoot.appending(path: "Modules/Services/\(library)/module.modulemap")
            arguments += ["-Xcc", "-fmodule-map-file=\(map.path)"]
        }
        if seesPackage {
            // SwiftPM derives the name of the package from the name of its folder, and replaces
            // characters that are not valid in an identifier.
            let name = packageRoot.lastPathComponent.lowercased().replacing("-", with: "_")
            arguments += ["-package-name", name]
        }
        return try await Subprocess.run("swiftc", arguments + files)
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
