import Foundation
import PackageManifest
import SwiftSource

/// Which names a new module may have.
package struct NameRules {
    private let workspace: Workspace?

    /// Rules for a module of a workspace, or for a workspace that is still to come.
    package init(_ workspace: Workspace?) { self.workspace = workspace }

    /// Refuses a name that Swift, the toolchain, the layout or the workspace would stumble over.
    /// - Parameter suffixes: What the layout appends for further modules, such as `Interface`.
    /// - Throws: ``ScaffoldingError/badName(_:reason:remedy:)`` or ``ScaffoldingError/exists(_:remedy:)``.
    package func check(_ name: String, suffixes: [String] = []) async throws(ScaffoldingError) {
        try Self.checkSpelling(name)
        if let workspace { try Self.check(name, suffixes, in: workspace) }
        try await Self.checkToolchain(name)
    }

    /// What the layout calls the modules and files around a feature; a name that ends so would be taken for one of them.
    private static let reserved = ["Interface", "Testing", "Tests", "Example", "Providing"]
    /// What the layout calls folders: scripts, the manifest and this tool speak of them.
    private static let folders: Set = [
        "App", "Docs", "Examples", "Features", "Implementation", "Modules", "Services", "Templates",
    ]
    /// Words of Swift that look like names of types.
    private static let capitalKeywords: Set = ["Any", "Self", "Type", "Protocol"]
    private static let longest = 50

    /// Refuses what is no name of a module, by its letters alone.
    package static func checkSpelling(_ name: String) throws(ScaffoldingError) {
        let remedy = "write it as Swift writes types, such as 'Payments' or 'NoteArchive'"
        func refuse(_ reason: String) -> ScaffoldingError { .badName(name, reason: reason, remedy: remedy) }
        guard let first = name.unicodeScalars.first else { throw refuse("it is empty") }
        if name.contains("/") || name.hasPrefix(".") { throw refuse("it is a path, and no name") }
        if name.contains("-") { throw refuse("a hyphen is not allowed in the name of a module that Swift imports") }
        if ("0"..."9").contains(first) { throw refuse("it begins with a digit") }
        for scalar in name.unicodeScalars
        where !(scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)) {
            let shown = scalar.properties.isWhitespace ? "a space" : "'\(scalar)'"
            throw refuse("it holds \(shown), and only the letters A to Z and digits are the same on every file system")
        }
        if SwiftKeyword.all.contains(name) || capitalKeywords.contains(name) {
            throw refuse("it is a word of Swift itself")
        }
        if folders.contains(name) { throw refuse("it is the name of a folder of the layout") }
        if !("A"..."Z").contains(first) { throw refuse("it does not begin with a capital letter") }
        if name.count > longest { throw refuse("it has more than \(longest) letters") }
        if let suffix = reserved.first(where: { name.hasSuffix($0) }) {
            throw refuse("names that end in '\(suffix)' are those of the modules and types around a feature")
        }
    }
}

// MARK: - What is there already

extension NameRules {
    private static func check(
        _ name: String, _ suffixes: [String], in workspace: Workspace
    ) throws(ScaffoldingError) {
        let names = [name] + suffixes.map { name + $0 }
        // File systems may ignore the case of letters.
        let taken = ManifestFile(try workspace.text(Workspace.manifest)).strings
        if let module = taken.first(where: { taken in names.contains { $0.lowercased() == taken.lowercased() } }) {
            throw .exists("a module '\(module)'", remedy: "choose another name")
        }
        // A module that shares a type's name hides it, or is hidden by it, wherever both are seen.
        if let place = try workspace.place(ofType: name) {
            throw .badName(
                name, reason: "\(place) declares a type of that name, which the module would hide",
                remedy: "choose another name")
        }
    }

    /// Asks the compiler, which alone knows every module and type of the toolchain.
    private static func checkToolchain(_ name: String) async throws(ScaffoldingError) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "name-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let probe = """
            #if canImport(\(name))
            #error("module")
            #endif
            import Foundation
            import Synchronization
            typealias Probe = \(name)
            """
        var trial = EditPlan(for: Workspace(root: folder.path))
        trial.write(probe, to: "Probe.swift")
        try trial.write()
        let outcome = try await Program.output(of: "swiftc", ["-typecheck", trial.workspace.path("Probe.swift")])
        if outcome.code == Program.missing { throw .program("swiftc", reason: "it is not on the path") }
        if outcome.errors.contains("error: module") {
            throw .badName(name, reason: "the toolchain has a module of that name", remedy: "choose another name")
        }
        if outcome.errors.contains("cannot find type '\(name)' in scope") { return }
        // A compiler that failed without a word on the probe has not looked at it.
        guard outcome.code == 0 || outcome.errors.contains("Probe.swift:") else {
            let line = outcome.errors.split(separator: "\n").first.map(String.init)
            throw .program("swiftc", reason: line ?? "it ended with code \(outcome.code)")
        }
        throw .badName(
            name, reason: "Swift or Foundation has a type of that name, which the module would hide",
            remedy: "choose another name")
    }
}
