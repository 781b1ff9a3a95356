import Foundation
import ProgramTesting
import Testing

@Suite(.buildsPackages)
struct LibraryEvolutionTests {
    @Test func `the engine compiles with library evolution`() async throws {
        let folder = try TemporaryFolder()
        for module in ["Injection", "InjectionRegistry"] {
            let path = "Modules/Toolkit/Injection/\(module)"
            let sources = Page.files(ending: ["swift"]).filter { $0.hasPrefix("\(path)/") }
            let build = try await Subprocess.run(
                "swiftc",
                [
                    "-emit-module", "-emit-module-path", folder.path("\(module).swiftmodule"),
                    "-module-name", module, "-package-name", "bulkhead", "-swift-version", "6",
                    "-enable-upcoming-feature", "InternalImportsByDefault",
                    "-enable-library-evolution", "-I", folder.url.path,
                ] + sources.map { Page.root.appending(path: $0).path }
            )
            #expect(build.code == 0, "\(build.errors)")
        }
    }
}
