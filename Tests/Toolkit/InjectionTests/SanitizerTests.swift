import Foundation
import ProgramTesting
import Testing

/// Tests a program that is compiled with AddressSanitizer, including its leak checker, and that
/// stores instances of a C++ type. The program contains the sources of the engine.
@Suite(.buildsPackages)
struct SanitizerTests {
    @Test
    func `the leak checker reports no stored instance, and copying an instance can resolve it`()
        async throws
    {
        let folder = try TemporaryFolder()
        for (name, text) in [
            "module.modulemap": Self.moduleMap,
            "Copied.h": Self.header,
            "main.swift": Self.program,
        ] {
            try folder.write(text, to: name)
        }
        let compilation = try await Subprocess.run(
            "swiftc",
            ["-sanitize=address", "-cxx-interoperability-mode=default", "-swift-version", "6"]
                + ["-package-name", "engine", "-I", folder.url.path]
                + ["-o", folder.path("program"), folder.path("main.swift")]
                + Self.engine()
        )
        try #require(compilation.code == 0, "\(compilation.errors)")

        let run = try await Subprocess.run(folder.path("program"), [])
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.output == "copied\n")
    }

    private static func engine() throws -> [String] {
        let folder = BuiltProducts.packageRoot
            .appending(path: "Modules/Toolkit/Injection/Injection")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return files.filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0).path }
    }

    private static let moduleMap = """
        module Copied {
            header "Copied.h"
            requires cplusplus
        }

        """

    private static let header = """
        typedef void (*CopyHandler)();
        inline CopyHandler copyHandler = nullptr;
        inline void setCopyHandler(CopyHandler handler) { copyHandler = handler; }

        struct Copied {
            Copied() {}
            Copied(const Copied &) { if (copyHandler) copyHandler(); }
            ~Copied() {}
        };

        """

    private static let program = """
        import Copied

        final class Store: Sendable {}

        final class Shelf: SharedContainer {
            @TaskLocal static var shared = Shelf()
            let manager = ContainerManager()
            var store: Factory<Store> { self { Store() }.cached }
            var single: Factory<Store> { self { Store() }.singleton }
            var held: Factory<Store> { self { Store() }.shared }
            var page: ParameterFactory<Int, Store> {
                self { _ in Store() }.scopeOnParameters.cached
            }
            var copied: Factory<Copied> { self { Copied() }.cached }
            var singleCopied: Factory<Copied> { self { Copied() }.singleton }
        }

        struct Owner {
            @LazyInjected(\\Shelf.store) var store
        }

        nonisolated(unsafe) var copies = 0
        let owner = Owner()
        let held = Shelf.shared.held()
        _ = (owner.store, Shelf.shared.single(), Shelf.shared.page(1))
        _ = (Shelf.shared.copied(), Shelf.shared.singleCopied())

        setCopyHandler {
            copies += 1
            if copies == 1 {
                _ = (Shelf.shared.store(), Shelf.shared.single(), Shelf.shared.copied())
            }
        }
        _ = Shelf.shared.copied()
        copies = 0
        _ = Shelf.shared.singleCopied()
        print(copies > 1 ? "copied" : "not copied")

        """
}
