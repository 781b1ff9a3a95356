import BoundaryRules
import Foundation
import GraphDrawing
import PackageManifest
import SwiftSource

/// Starts a workspace: a folder with the layout, the engine, the boundaries and this tool, under the names of its owner.
///
/// What it writes comes from the tool's own source tree, so that a workspace that was started can start others.
public struct NewWorkspace: Sendable {
    /// What was started, or would be.
    public struct Result: Sendable {
        /// The path of the folder.
        public let path: String
        /// The paths of its files from there, in alphabetical order.
        public let files: [String]
    }

    /// The name of the app's module; the program is called the same in lower case.
    public let name: String
    private let path: String
    private let isEmpty: Bool
    private let source: SourceTree
    private let isInterrupted: @Sendable () -> Bool

    /// Plans a workspace; nothing is looked at or made yet.
    ///
    /// - Parameters:
    ///   - path: Where it is to be: a folder that is empty or not there yet.
    ///   - name: The name of the app's module, by default the last part of the path.
    ///   - isEmpty: Whether it comes without the small feature and service that show how things are done.
    ///   - source: The tree that it is made from.
    ///   - isInterrupted: Asked between steps; once it says so, what was made is removed.
    /// - Throws: ``ScaffoldingError/badName(_:reason:remedy:)``.
    public init(
        at path: String, name: String? = nil, isEmpty: Bool = false, source: String = Self.ownSource,
        isInterrupted: @escaping @Sendable () -> Bool = { false }
    ) throws(ScaffoldingError) {
        let place = URL(filePath: path).standardizedFileURL
        self.path = place.path
        self.name = name ?? place.lastPathComponent
        self.isEmpty = isEmpty
        self.source = SourceTree(root: source)
        self.isInterrupted = isInterrupted
        guard self.name.wholeMatch(of: /[A-Z][A-Za-z0-9]*/) != nil else {
            throw .badName(
                self.name, reason: "the name of a module is letters and digits and begins with a capital",
                remedy: "choose another with --name, such as '\(Self.suggestion(for: self.name))'")
        }
    }

    /// The root of the tree that this tool was built from.
    public static let ownSource = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// Whether the folder would lie in another package, which is named.
    public var surroundingPackage: String? {
        var folder = URL(filePath: path).deletingLastPathComponent()
        while folder.path != "/" {
            if FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
                return folder.path
            }
            folder.deleteLastPathComponent()
        }
        return nil
    }

    /// Says what would be made, without looking whether it would be sound.
    public func preview() throws(ScaffoldingError) -> Result {
        try checkName()
        _ = try NewFolder(at: path)
        return Result(path: path, files: try source.files(isEmpty: isEmpty, name: name) + [Self.drawing]).sorted
    }

    /// Makes the workspace; on an error nothing is left of it.
    public func make() async throws(ScaffoldingError) -> Result {
        try checkName()
        var folder = try NewFolder(at: path)
        do {
            let root = try folder.begin()
            let written = try source.write(to: root, isEmpty: isEmpty, name: name) { () throws(ScaffoldingError) in
                try goOn()
            }
            try await format(written.filter { $0.hasSuffix(".swift") }.map { "\(root)/\($0)" })
            try goOn()
            try await draw(root)
            try goOn()
            let files = try Workspace(at: root).files()
            try folder.finish()
            return Result(path: path, files: files)
        } catch {
            folder.abandon()
            throw error
        }
    }

    private func goOn() throws(ScaffoldingError) {
        if isInterrupted() { throw .interrupted }
    }

    private func checkName() throws(ScaffoldingError) {
        if let reason = try source.clash(with: name, isEmpty: isEmpty) {
            throw .badName(name, reason: reason, remedy: "choose another with --name")
        }
    }

    /// A name like what was given, as modules are named: `my-shop` becomes `MyShop`.
    private static func suggestion(for text: String) -> String {
        let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined().drop { !$0.isLetter }
        return name.isEmpty ? "Shop" : name.prefix(1).uppercased() + name.dropFirst()
    }

    /// Names are longer or shorter than placeholders, so lines and imports have to be put in order again.
    private func format(_ files: [String]) async throws(ScaffoldingError) {
        do {
            let outcome = try await Program.run("swift", ["format", "--in-place", "--parallel"] + files)
            if outcome.code != 0 { throw ScaffoldingError.program("swift format", reason: outcome.errors) }
        } catch let error as ScaffoldingError {
            throw error
        } catch {
            throw .program("swift format", reason: error.localizedDescription)
        }
    }

    /// Holds the workspace against its rules, and draws its modules.
    private func draw(_ root: String) async throws(ScaffoldingError) {
        do {
            let manifest = try await PackageLoader().load(root)
            let sources = try manifest.sources()
            let report = BoundaryReport(
                manifest: manifest, rules: try manifest.rules(), sources: sources, manifestPath: "Package.swift")
            guard report.violations.isEmpty else {
                throw ScaffoldingError.unsound(reason: report.violations.map(\.text).joined(separator: "\n"))
            }
            // A module that shares a name with a type of another hides it, or is hidden by it.
            for (module, files) in sources where files.contains(where: { $0.declares(name) }) {
                throw ScaffoldingError.badName(
                    name, reason: "the module '\(module)' has a type of that name",
                    remedy: "choose another with --name")
            }
            let page = Drawing(of: manifest.graph, rules: report.rules)
                .markdown(package: manifest.name, command: "bulkhead graph --out \(Self.drawing)")
            try Workspace(at: root).write(page, to: Self.drawing)
        } catch let error as ScaffoldingError {
            throw error
        } catch {
            throw .unsound(reason: "\(error)")
        }
    }

    private static let drawing = "Docs/ModuleGraph.md"
}

extension NewWorkspace.Result {
    fileprivate var sorted: Self { Self(path: path, files: files.sorted()) }
}

extension SourceFile {
    fileprivate func declares(_ type: String) -> Bool { types.contains { $0.name == type } }
}
