import BoundaryRules
import Foundation
import SwiftSource

/// A call of `swift test` that builds only the tests of some targets and what they use.
///
/// SwiftPM builds every target of a package before it runs a test. This type gives SwiftPM a
/// manifest without the other targets:
///
/// - If the manifest reads the environment variable `ONLY_TESTS`, the manifest itself removes the
///   other tests, and SwiftPM builds only the product with the remaining tests. The build shares
///   the folder `.build` with other builds.
/// - Otherwise, SwiftPM reads a copy of the package in `.build/tests`. The copy consists of the
///   manifest, with lines that remove the other targets, and of symbolic links to all other files.
/// - If neither is possible, SwiftPM builds everything and runs only these tests.
public struct TestBuild: Sendable, Hashable {
    /// The place in which SwiftPM builds the tests.
    public enum Place: Sendable, Hashable {
        /// The folder of the package, with a manifest that reads ``TestBuild/variable``.
        case package
        /// A copy of the package in the folder at `path`.
        case copy(path: String)
        /// The folder of the package, in which SwiftPM builds all targets. `reason` explains why a
        /// smaller build is not possible, or is `nil` if the tests use all targets.
        case everything(reason: String?)
    }

    /// The environment variable with the names of test targets, separated by spaces.
    public static let variable = "ONLY_TESTS"

    public let place: Place
    /// The names of the test targets.
    public let tests: [String]
    /// The number of targets that SwiftPM builds.
    public let targetCount: Int
    /// The names of the test targets that start programs, but name none of the package. SwiftPM
    /// builds only the programs on which they depend.
    public let testsWithUnknownPrograms: [String]
    private let root: String
    /// The name of the package, which is the beginning of the name of the product with the tests.
    public let packageName: String

    /// The name and the arguments of the program to run, which is `swift test` or `env` with
    /// ``variable``. The arguments of the user are appended.
    public var command: [String] {
        switch place {
        case .package:
            return ["env", "\(Self.variable)=\(tests.joined(separator: " "))"]
                + swiftTest(in: root) + ["--test-product", "\(packageName)PackageTests"]
        case .copy(let path):
            return swiftTest(in: path)
        case .everything:
            let filter = "^(\(tests.joined(separator: "|")))\\."
            return swiftTest(in: root) + ["--filter", filter]
        }
    }

    /// The paths in messages about the copy, and the paths of the original files. It is `nil` if
    /// SwiftPM reads no copy.
    public var replacedPaths: Program.Replacement? {
        guard case .copy(let path) = place else { return nil }
        let parts = path.split(separator: "/")
        let originals = root.split(separator: "/")
        let common = zip(parts.reversed(), originals.reversed()).prefix { $0 == $1 }.count
        func folder(_ parts: [Substring]) -> String {
            parts.dropLast(common).map { "/\($0)" }.joined() + "/"
        }
        return Program.Replacement(of: folder(parts), with: folder(originals))
    }

    private func swiftTest(in folder: String) -> [String] {
        ["swift", "test", "--package-path", folder]
    }

    /// Plans a build of some test targets of a package.
    ///
    /// - Parameters:
    ///   - packages: The set that contains the package.
    ///   - uses: The modules that each module of the set uses.
    ///   - writes: Whether to write the copy of the package if the build needs one.
    public static func plan(
        _ tests: [String],
        in package: SwiftPackage,
        of packages: PackageSet,
        uses: ModuleUses,
        writes: Bool
    ) async throws -> TestBuild {
        let all = Set(package.targetNames)
        let modules = Dictionary(
            firstOf: all.map { ($0, packages.module(of: $0, in: package)?.name ?? $0) }
        )
        let targets = Dictionary(firstOf: modules.map { ($1, $0) })
        func targetsUsed(by target: String) -> [String] {
            uses.modules(usedBy: modules[target] ?? target).compactMap { targets[$0] }
        }
        let needed = all.intersection(tests + Set(reachableFrom: tests, by: targetsUsed))
        func build(_ place: Place, _ targets: Set<String>) -> TestBuild {
            TestBuild(
                place: place,
                tests: tests,
                targetCount: targets.count,
                testsWithUnknownPrograms: targets == all
                    ? []
                    : tests.filter { uses.testsWithUnknownPrograms.contains(modules[$0] ?? $0) },
                root: package.root,
                packageName: package.name
            )
        }
        if package.text.contains("\"\(variable)\"") {
            // Such a manifest also removes the plugins, and SwiftPM builds only what it declares.
            let declared = all.intersection(
                tests + tests.flatMap { package.graph.reachable(from: $0) }
            )
            let used = declared.flatMap(targetsUsed).filter { name in
                package.graph.module(named: name)?.kind != .plugin
            }
            guard let undeclared = Set(used).subtracting(declared).min() else {
                return build(.package, declared)
            }
            let reason = "the tests use '\(undeclared)' without a declared dependency"
            return build(.everything(reason: reason), all)
        }
        if needed == all {
            return build(.everything(reason: nil), all)
        }
        do {
            let copy = try await PackageCopy(of: package, keeping: needed)
            if writes {
                try copy.write()
                try await copy.check()
            }
            return build(.copy(path: copy.path), needed)
        } catch let error as PackageCopy.Failure {
            return build(.everything(reason: error.reason), all)
        }
    }
}

/// A copy of a package whose manifest declares only some of the targets.
///
/// The copy is in a folder with the same name, and at the same depth in copies of the enclosing
/// folders, so that relative paths to other packages are valid.
private struct PackageCopy {
    /// The reason why a package cannot be copied.
    struct Failure: Error {
        let reason: String
    }

    let path: String
    private let package: SwiftPackage
    private let targets: Set<String>
    private let manifest: String
    /// The outermost folder to copy: the folder of the package or a folder that encloses it.
    private let base: URL
    private let copyOfBase: URL
    /// The names of the entries that the copy does not link to.
    private static let unlinked: Set = [".build", ".git"]

    init(of package: SwiftPackage, keeping targets: Set<String>) async throws {
        self.package = package
        self.targets = targets
        guard let variable = Self.variable(in: package.text) else {
            throw Failure(
                reason: "\(package.fileName) does not contain 'let package = Package('"
            )
        }
        let products = package.products.filter { targets.isSuperset(of: $0.value) }.keys
        manifest = """
            \(package.text)

            // 'bulkhead test' added these lines, which remove what the tests do not use.
            \(variable).targets.removeAll { !\(Self.literal(targets)).contains($0.name) }
            \(variable).products.removeAll { !\(Self.literal(products)).contains($0.name) }

            """
        let root = URL(filePath: package.root)
        let depth = await Self.depth(of: package)
        base = (0..<depth).reduce(root) { folder, _ in folder.deletingLastPathComponent() }
        copyOfBase = root.appending(path: ".build/tests").appending(path: base.lastPathComponent)
        let rest = root.pathComponents.dropFirst(base.pathComponents.count)
        path = rest.reduce(copyOfBase) { $0.appending(path: $1) }.path
    }

    /// Returns the source of an array of strings, in alphabetical order.
    private static func literal(_ names: some Sequence<String>) -> String {
        let strings = names.sorted().map { "\"\($0)\"" }
        return "([\(strings.joined(separator: ", "))] as [String])"
    }

    /// Returns the name of the variable that contains the package, such as `package` in
    /// `let package = Package(`.
    private static func variable(in manifest: String) -> String? {
        let words = Token.list(of: Array(manifest.utf8)).map { $0.text ?? "" }
        let index = words.indices.first { index in
            let rest = words[index...].dropFirst(2)
            let value = rest.first == ":" ? rest.dropFirst(2) : rest
            return ["let", "var"].contains(words[index]) && value.starts(with: ["=", "Package"])
                && ["(", "."].contains(value.dropFirst(2).first)
        }
        return index.map { words[$0 + 1] }
    }

    /// Returns the number of enclosing folders to copy.
    ///
    /// If the package depends on packages in neighboring folders, those packages can depend on
    /// further packages, so the result includes all folders of the repository.
    private static func depth(of package: SwiftPackage) async -> Int {
        func levels(_ path: String) -> Int {
            path.split(separator: "/").prefix { $0 == ".." }.count
        }
        let depth = package.localPackages.map(levels).max() ?? 0
        guard depth > 0 else { return 0 }
        let git = try? await Program.git(["rev-parse", "--show-cdup"], in: package.root)
        return max(depth, levels(git?.text ?? ""))
    }

    /// Writes the copy, or updates it.
    ///
    /// Files that are up to date are not written again, because a new modification date would cause
    /// SwiftPM to plan the build again.
    func write() throws {
        var folder = base
        var copy = copyOfBase
        let rest = URL(filePath: path).pathComponents.dropFirst(copyOfBase.pathComponents.count)
        do {
            let manager = FileManager.default
            for name in rest {
                let others = Self.unlinked.union([name])
                try manager.linkContents(of: folder, in: copy, except: others)
                folder.append(path: name)
                copy.append(path: name)
            }
            let resolved = "Package.resolved"
            let others = Self.unlinked.union([package.fileName, resolved])
            try manager.linkContents(of: folder, in: copy, except: others)
            try Self.update(copy.appending(path: package.fileName), to: Data(manifest.utf8))
            // SwiftPM may write this file, so the copy has its own.
            let versions = copy.appending(path: resolved)
            if let data = try? Data(contentsOf: folder.appending(path: resolved)),
                !versions.path.fileExists
            {
                try Self.update(versions, to: data)
            }
        } catch {
            throw Failure(reason: "cannot write '\(path)': \(error.localizedDescription)")
        }
    }

    /// Checks that SwiftPM accepts the manifest of the copy and reads the expected targets.
    func check() async throws {
        do {
            let names = try await SwiftPackage.load(path).targetNames
            guard Set(names) == targets else {
                throw Failure(reason: "\(package.fileName) declares targets in an unexpected way")
            }
        } catch ManifestError.evaluationFailed(_, let errors) {
            let first = errors.split(separator: "\n").first { $0.contains("error:") }
            throw Failure(reason: "SwiftPM rejects the copy: \(first ?? "unknown error")")
        }
    }

    private static func update(_ file: URL, to data: Data) throws {
        if (try? Data(contentsOf: file)) != data {
            try data.write(to: file, options: .atomic)
        }
    }
}
