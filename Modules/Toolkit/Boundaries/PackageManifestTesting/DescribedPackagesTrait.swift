import Foundation
public import PackageManifest
public import Testing

/// A trait that reads the description of each package from its `dump.json` instead of running
/// SwiftPM.
public struct DescribedPackagesTrait: SuiteTrait, TestTrait, TestScoping {
    public let isRecursive = true

    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await replacingSwift(with: Self.describe, function)
    }

    /// Returns the contents of `dump.json` as the output of `swift package dump-package`. In the
    /// file, `{root}` stands for the path of the package.
    @Sendable public static func describe(_ arguments: [String]) -> Program.Outcome {
        let root = packagePath(in: arguments)
        let data = FileManager.default.contents(atPath: "\(root)/dump.json") ?? Data()
        let text = String(decoding: data, as: UTF8.self).replacing("{root}", with: root)
        return .init(code: 0, output: Data(text.utf8), errors: "")
    }
}

extension Trait where Self == DescribedPackagesTrait {
    public static var describedPackages: Self { Self() }
}

/// Calls `body` while a function replaces the program `swift`. The function receives the arguments
/// of the program.
public func replacingSwift<Result>(
    with swift: @escaping @Sendable ([String]) throws -> Program.Outcome,
    _ body: () async throws -> Result
) async throws -> Result {
    let runner: Program.Runner = { name, arguments in
        name == "swift" ? try swift(arguments) : try await Program.runProcess(name, arguments)
    }
    return try await Program.$runner.withValue(runner) {
        try await body()
    }
}

/// Returns the path of the package in arguments of `swift package`.
public func packagePath(in arguments: [String]) -> String {
    arguments[arguments.firstIndex(of: "--package-path").map { $0 + 1 } ?? 0]
}
