import BoundaryRules
import Foundation
import PackageManifest
import PackageReports

/// A new workspace: a package with the standard folder layout and an app, which depends on the
/// package with the container engine and the boundary checks.
///
/// The tool is not part of the workspace. It runs from a clone of its repository, which provides
/// the templates and a vendored package.
public struct NewWorkspace: Sendable {
    /// The name of the app's module. The name of the program is the same in lowercase.
    public let name: String
    /// Whether the name was derived from the name of a folder that no module can have.
    public let hasDerivedName: Bool
    private let path: String
    private let hasStarter: Bool
    private let choice: EnginePackage.Choice?
    private let source: SourceTree
    private let showProgress: @Sendable (String) -> Void

    /// Creates a plan for a workspace in a folder that is empty or does not exist. The initializer
    /// reads and writes nothing.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - name: The name of the app's module. The default is the last component of the path in
    ///     upper camel case, such as `MyShop` for `my-shop`.
    ///   - hasStarter: Whether the workspace contains the starter, which is a feature and a service
    ///     for notes.
    ///   - choice: The form in which the workspace depends on the engine and the boundary checks.
    ///     By default, the workspace depends on a revision of the clone's remote repository if
    ///     other users can get that revision, and otherwise on a copy.
    ///   - source: The clone that provides the templates and the package.
    ///   - showProgress: A function that shows the current step to the user.
    public init(
        at path: String,
        name: String? = nil,
        hasStarter: Bool = true,
        package choice: EnginePackage.Choice? = nil,
        source: String = Self.ownSource,
        showProgress: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(ScaffoldingError) {
        let place = URL(filePath: path).standardizedFileURL
        self.path = path
        let folder = place.lastPathComponent
        self.name = name ?? NameRules.moduleName(forFolder: folder)
        hasDerivedName = name == nil && self.name != folder
        self.hasStarter = hasStarter
        self.choice = choice
        self.source = SourceTree(root: source)
        self.showProgress = showProgress
        if let scalar = place.path.unicodeScalars.first(where: Self.isUnbuildable) {
            let shown =
                scalar.properties.generalCategory == .control
                ? "a control character" : "'\(scalar)'"
            let reason = "Swift cannot build in a folder with \(shown) in its path"
            throw .invalidName(path, reason: reason, remedy: "choose another folder")
        }
    }

    /// Whether Swift cannot build a package whose path contains the character, as determined with
    /// Swift 6.3.1.
    private static func isUnbuildable(_ scalar: Unicode.Scalar) -> Bool {
        "\"\\%".unicodeScalars.contains(scalar) || scalar.properties.generalCategory == .control
    }

    public static let ownSource = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// Writes the workspace and returns its files.
    ///
    /// If an error occurs, the files are removed. A dry run checks only the name and the path.
    public func create(isDryRun: Bool = false) async throws -> [Change] {
        showProgress("checking the name …")
        try await checkName()
        try requireFreePlace()
        var plan = EditPlan(for: Workspace(root: root))
        let package = try await EnginePackage.choose(choice, from: source.root)
        let texts = try source.ownedTexts(hasStarter: hasStarter, name: name, package: package)
        for (path, text) in texts {
            plan.write(text, to: path)
        }
        showProgress("formatting …")
        // The names differ from the placeholders in length and alphabetical order, so formatting
        // may change line breaks and the order of imports.
        if !isDryRun {
            try await plan.format()
        }
        if package == .vendored {
            try plan.vendor(VendoredPackage(from: source))
        }
        let changes = plan.changes
        if !isDryRun {
            try await write(plan)
        }
        return changes
    }

    private static let nameRemedy = "choose another with --name NAME"

    private func checkName() async throws(ScaffoldingError) {
        try NameRules.checkSpelling(name, remedy: Self.nameRemedy)
        if let reason = try source.clash(with: name, hasStarter: hasStarter) {
            throw .invalidName(name, reason: reason, remedy: Self.nameRemedy)
        }
        try await NameRules.checkToolchain(name, remedy: Self.nameRemedy)
    }

    private func write(_ plan: EditPlan) async throws {
        let newFolder = outermostNewFolder
        do {
            try await plan.write {
                showProgress("reading the manifest …")
                try await check(plan.workspace)
            }
        } catch {
            if let newFolder {
                try? FileManager.default.removeItem(atPath: newFolder)
            }
            throw error
        }
    }

    private var root: String { path.resolvedPath }

    /// The outermost folder that does not exist yet. If an error occurs, this folder is removed
    /// with its contents.
    private var outermostNewFolder: String? {
        URL(filePath: root).ancestors.map(\.path).prefix { !$0.fileExists }.last
    }

    private func requireFreePlace() throws(ScaffoldingError) {
        let remedy = "specify a folder that is empty or does not exist"
        if let names = try? FileManager.default.contentsOfDirectory(atPath: root) {
            guard names.isEmpty else {
                throw .exists("'\(path)', which is not empty,", remedy: remedy)
            }
        } else if (try? FileManager.default.attributesOfItem(
            atPath: URL(filePath: path).standardizedFileURL.path
        ))
            != nil
        {
            throw .exists("'\(path)', which is not a readable folder,", remedy: remedy)
        }
    }

    private func check(_ workspace: Workspace) async throws {
        try workspace.requireNoType(of: name, remedy: Self.nameRemedy)
        let report = try await workspace.report()
        // Unlisted folders are ignored, because the manifest of the template lists every folder.
        let violations = report.violations.filter { $0.rule != .unlistedFolder }
        guard violations.isEmpty else {
            throw ScaffoldingError.violatesRules(
                reason: violations.map(\.text).joined(separator: "\n\n")
            )
        }
    }
}
