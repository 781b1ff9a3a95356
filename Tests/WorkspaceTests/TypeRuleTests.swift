import Foundation
import ProgramTesting
import Testing

/// Tests code that access control and the type system must reject.
@Suite(.buildsPackages)
struct TypeRuleTests {
    /// The container protocols that the app cannot name.
    private static func serviceContainers() throws -> [(name: String, property: String)] {
        let folders = ["Modules/Core", "Modules/Features"]
        return try folders.flatMap { try containers(in: $0, access: "package ") }
    }

    private static func containers(
        in folder: String,
        access: String = ""
    ) throws -> [(name: String, property: String)] {
        let folder = BuiltProducts.packageRoot.appending(path: folder)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".swift")
        }
        return try names.flatMap { name in
            try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                .matches(
                    of: /(\w+ )protocol (\w+Providing): SharedContainer \{[^}]*?var (\w+): Factory</
                )
                .filter { $0.1.hasSuffix(access) }
                .map { (String($0.2), String($0.3)) }
        }
    }

    @Test
    func
        `the app cannot name concrete types or container protocols of services, or resolve services`()
        async throws
    {
        let services = try Self.serviceContainers()
        #expect(
            services.map(\.property).sorted() == [
                "checkHistoryStore", "databaseReader", "httpClient", "linkStore",
            ]
        )
        let source =
            """
            import Bootstrap
            import Checking
            import CheckingInterface
            import Core
            import Injection
            import LibraryInterface
            import SQLite
            import TransferInterface

            func use(_ checker: any LinkChecker) -> any LinkLibrary { AppContainer.shared.library() }
            func use(_ checker: ConcurrentLinkChecker) {}  // error: cannot find type 'ConcurrentLinkChecker' in scope
            func use(_ store: SQLiteStore) {}  // error: cannot find type 'SQLiteStore' in scope

            """
            + services.map { service in
                """
                func use(_ container: any \(service.name)) {}  // error: '\(service.name)'
                func resolve\(service.name)() { _ = AppContainer.shared.\(service.property) }  // error: '\(service.property)'

                """
            }.joined()
        try await expectMarkedErrors(in: source)
        // A target with package access can use all these declarations, so the plugin checks its
        // imports.
        let file = try TemporaryFolder()
        let inside = try await BuiltProducts.compile(
            [file.write(source, to: "A.swift")],
            seesPackage: true
        )
        #expect(inside.code == 0, "\(inside.errors)")
    }

    @Test func `a test container that lacks a mock does not compile`() async throws {
        try await expectMarkedErrors(
            in: """
                import CheckingInterface
                import CheckingTesting
                import Core
                import Injection

                struct EmptyHistory: CheckHistory {
                    func latest(of links: [Link.ID]?) -> [Link.ID: CheckRecord] { [:] }
                    func history(of link: Link.ID) -> [CheckRecord] { [] }
                    func verdictRuns(of links: [Link.ID]?) -> [Link.ID: VerdictRun] { [:] }
                }

                final class Complete: SharedContainer, CheckingProviding {
                    @TaskLocal static var shared = Complete()
                    let manager = ContainerManager()
                    var linkChecker: Factory<any LinkChecker> { self { MockLinkChecker() } }
                    var checkHistory: Factory<any CheckHistory> { self { EmptyHistory() } }
                    var archivedCopies: Factory<any ArchivedCopyFinder> {
                        self { MockArchivedCopyFinder() }
                    }
                    var moveReviewer: Factory<any MoveReviewer> { self { MockMoveReviewer() } }
                }
                final class Forgetful: SharedContainer, CheckingProviding {  // error: type 'Forgetful' does not conform to
                    @TaskLocal static var shared = Forgetful()
                    let manager = ContainerManager()
                }
                """
        )
    }

    @Test(arguments: ["Modules/Core", "Modules/Features"])
    func `Bootstrap does not compile without the definition of a service or a feature`(
        folder: String
    ) async throws {
        let root = BuiltProducts.packageRoot.appending(path: "Modules/Bootstrap")
        let sources = try FileManager.default.contentsOfDirectory(atPath: root.path)
            .filter { $0.hasSuffix(".swift") }.map { root.appending(path: $0).path }
        let whole = try await BuiltProducts.compile(sources, seesPackage: true)
        #expect(whole.code == 0, "\(whole.errors)")
        let containers = try Self.containers(in: folder)
        #expect(containers.count >= 2)
        let temporary = try TemporaryFolder()
        for container in containers {
            let registration = try Regex(
                "    \\w+ var \(container.property): Factory<.*(?:\\}|\\{\n(?s:.*?)\n    \\})\n"
            )
            let changed = try sources.map { path in
                let text = try String(contentsOfFile: path, encoding: .utf8)
                guard text.contains(registration) else { return path }
                return try temporary.write(
                    text.replacing(registration, with: ""),
                    to: "\(container.name).swift"
                )
            }
            #expect(changed != sources)
            let broken = try await BuiltProducts.compile(changed, seesPackage: true)
            let error =
                "error: type 'AppContainer' does not conform to protocol '\(container.name)'"
            #expect(broken.errors.contains(error), "\(broken.errors)")
        }
    }
}

/// Expects compile errors on exactly the lines with a comment such as `// error: cannot convert`.
func expectMarkedErrors(
    in source: String,
    at location: SourceLocation = #_sourceLocation
) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(source, to: "Source.swift")
    let outcome = try await BuiltProducts.compile([file])
    let hasMarks = source.contains("// error:")
    #expect((outcome.code != 0) == hasMarks, "\(outcome.errors)", sourceLocation: location)
    var errors: [Int: [String]] = [:]
    for match in outcome.errors.matches(of: /Source\.swift:([0-9]+):[0-9]+: error: (.*)/) {
        errors[Int(match.1) ?? 0, default: []].append(String(match.2))
    }
    for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
    {
        let found = errors[index + 1] ?? []
        guard let mark = line.range(of: "// error:") else {
            #expect(found.isEmpty, "\(line)", sourceLocation: location)
            continue
        }
        let expected = line[mark.upperBound...].trimmingPrefix(" ")
        #expect(
            expected.isEmpty ? !found.isEmpty : found.contains { $0.contains(expected) },
            "\(line)\n\(found)",
            sourceLocation: location
        )
    }
}
