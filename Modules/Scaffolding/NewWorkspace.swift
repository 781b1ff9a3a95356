import BoundaryRules
import Foundation
public import PackageManifest

/// Creates a workspace: a package in the layout with its owner's names, the container engine, and the check of the layer rules.
///
/// The tool is not part of it. It runs from its clone, from which it takes the templates and the inherited parts.
public struct NewWorkspace: Sendable {
    /// The name of the app's module; the program is called the same in lower case.
    public let name: String
    private let path: String
    private let isEmpty: Bool
    private let source: SourceTree
    private let loader: PackageLoader
    private let interruption: Interruption
    private let showProgress: @Sendable (String) -> Void

    /// Plans a workspace. Reads and writes nothing yet.
    ///
    /// - Parameters:
    ///   - path: A folder that is empty or does not exist.
    ///   - name: The name of the app's module, by default the last part of the path.
    ///   - isEmpty: Whether to leave out the sample feature and service.
    ///   - source: The path of the clone that provides the templates and the inherited parts.
    ///   - interruption: Checked between steps. An interruption removes everything that was written.
    ///   - showProgress: Called with the name of each step.
    /// - Throws: ``ScaffoldingError/badName(_:reason:remedy:)``.
    public init(
        at path: String, name: String? = nil, isEmpty: Bool = false, source: String = Self.ownSource,
        loader: PackageLoader = PackageLoader(), interruption: Interruption = Interruption(),
        showProgress: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(ScaffoldingError) {
        let place = URL(filePath: path).standardizedFileURL
        self.path = path
        self.name = name ?? place.lastPathComponent
        self.isEmpty = isEmpty
        self.source = SourceTree(root: source)
        self.loader = loader
        self.interruption = interruption
        self.showProgress = showProgress
        do {
            try NameRules.checkSpelling(self.name)
        } catch .badName(let text, let reason, _) {
            let remedy = "choose another with --name, such as '\(Self.suggestion(for: text))'"
            throw .badName(text, reason: reason, remedy: remedy)
        }
        if let scalar = place.path.unicodeScalars.first(where: Self.isUnbuildable) {
            let shown = scalar.properties.generalCategory == .control ? "a control character" : "'\(scalar)'"
            throw .badName(
                path, reason: "Swift cannot build in a folder with \(shown) in its path",
                remedy: "choose another place")
        }
    }

    /// Whether the toolchain fails on a character in the path of a package (tried with 6.3.1).
    private static func isUnbuildable(_ scalar: Unicode.Scalar) -> Bool {
        "\"\\%".unicodeScalars.contains(scalar) || scalar.properties.generalCategory == .control
    }

    /// The path of the clone that this tool was built from.
    public static let ownSource = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// The path of the package that contains the folder, if any.
    public var surroundingPackage: String? {
        var folder = URL(filePath: path).standardizedFileURL.deletingLastPathComponent()
        while folder.path != "/" {
            if FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
                return folder.path
            }
            folder.deleteLastPathComponent()
        }
        return nil
    }

    /// Returns the files that ``make()`` would write, without checking their contents.
    public func preview() async throws(ScaffoldingError) -> [Change] {
        try await checkName()
        _ = try NewFolder(at: path)
        return try changes()
    }

    private func changes() throws(ScaffoldingError) -> [Change] {
        try source.files(isEmpty: isEmpty, name: name).sorted().map { Change(.added, $0) }
    }

    /// Creates the workspace and returns its files. On an error, writes nothing.
    ///
    /// - Throws: ``ScaffoldingError``, or `ManifestError`.
    public func make() async throws -> [Change] {
        showProgress("checking the name …")
        try await checkName()
        var folder = try NewFolder(at: path)
        do {
            let root = try folder.begin()
            showProgress("writing the workspace …")
            let written = try source.write(to: root, isEmpty: isEmpty, name: name, checkpoint: interruption.check)
            let workspace = Workspace(root: root)
            try checkTypes(of: workspace)
            showProgress("formatting …")
            // The length of the name changes line breaks and the order of imports.
            try await HouseFormat.format(written.filter { $0.hasSuffix(".swift") }, in: workspace)
            try interruption.check()
            showProgress("reading the manifest …")
            try await checkRules(of: workspace)
            try interruption.check()
            try folder.finish()
            return try changes()
        } catch {
            folder.abandon()
            // Ctrl-C also ends the programs that run. Their errors are not the reason.
            try interruption.check()
            throw error
        }
    }

    private func checkName() async throws(ScaffoldingError) {
        if let reason = try source.clash(with: name, isEmpty: isEmpty) {
            throw .badName(name, reason: reason, remedy: "choose another with --name")
        }
        try await NameRules(nil).check(name)
    }

    private func checkTypes(of workspace: Workspace) throws(ScaffoldingError) {
        if let place = try workspace.place(ofType: name) {
            throw ScaffoldingError.badName(
                name, reason: "\(place) declares a type of that name, which the module would hide",
                remedy: "choose another with --name")
        }
    }

    private func checkRules(of workspace: Workspace) async throws {
        let manifest = try await loader.load(workspace.root)
        let report = BoundaryReport(
            manifest: manifest, rules: try manifest.rules(), sources: try manifest.sources(),
            manifestPath: ManifestFunctions.file)
        guard report.violations.isEmpty else {
            throw ScaffoldingError.unsound(reason: report.violations.map(\.text).joined(separator: "\n\n"))
        }
    }

    /// Returns a valid name similar to a text: `MyShop` for `my-shop`.
    private static func suggestion(for text: String) -> String {
        let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined().drop { !$0.isLetter }
        return name.isEmpty ? "Shop" : name.prefix(1).uppercased() + name.dropFirst()
    }
}
