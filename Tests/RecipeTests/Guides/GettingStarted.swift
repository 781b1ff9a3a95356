import Foundation
import ProgramTesting
import Testing

/// Tests the example in the README of the engine, a package in `Packages/GettingStarted`.
@Suite(.buildsPackages)
struct GettingStartedTests {
    @Test func `a package can depend on the products of this package, and its tests pass`()
        async throws
    {
        let package = try SamplePackage("GettingStarted", engineIn: "", modules: [])
        try FileManager.default.createSymbolicLink(
            atPath: package.folder.path("bulkhead"),
            withDestinationPath: Page.root.path
        )
        let tests = try await package.swift("test")
        #expect(tests.code == 0, "\(tests.output)\(tests.errors)")
        #expect(tests.output.contains("Test \"counts the notes\" passed"), "\(tests.output)")
    }
}
