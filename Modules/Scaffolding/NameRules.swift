import Foundation
import PackageManifest
import SwiftSource

package struct NameRules {
    private let workspace: Workspace?

    package init(_ workspace: Workspace?) { self.workspace = workspace }

    /// Throws if a name, alone or with a suffix, is invalid in Swift or the layout, or is used by the toolchain or the workspace.
    package func check(_ name: String, suffixes: [String] = []) async throws(ScaffoldingError) {
        try Self.checkSpelling(name)
        if let workspace { try Self.check(name, suffixes, in: workspace) }
        try await Self.checkToolchain(name)
    }

    private static let reserved = ["Interface", "Testing", "Tests", "Example", "Providing"]
    private static let folders: Set = [
        "App", "Docs", "Examples", "Features", "Implementation", "Modules", "Services", "Templates",
    ]
    private static let typeKeywords: Set = ["Any", "Self", "Type", "Protocol"]
    private static let longest = 50

    package static func checkSpelling(_ name: String) throws(ScaffoldingError) {
        let remedy = "use a name in upper camel case, such as 'Payments' or 'NoteArchive'"
        func refuse(_ reason: String) -> ScaffoldingError { .invalidName(name, reason: reason, remedy: remedy) }
        guard let first = name.unicodeScalars.first else { throw refuse("it is empty") }
        if name.contains("/") || name.hasPrefix(".") { throw refuse("it is a path") }
        if name.contains("-") { throw refuse("a hyphen is not allowed in the name of a module that Swift imports") }
        if ("0"..."9").contains(first) { throw refuse("it begins with a digit") }
        for scalar in name.unicodeScalars
        where !(scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)) {
            let shown = scalar.properties.isWhitespace ? "a space" : "'\(scalar)'"
            throw refuse("it contains \(shown); only the letters A to Z and digits are the same on every file system")
        }
        if SwiftKeyword.all.contains(name) || typeKeywords.contains(name) { throw refuse("it is a keyword of Swift") }
        if folders.contains(name) { throw refuse("it is the name of a folder of the layout") }
        if !("A"..."Z").contains(first) { throw refuse("it does not begin with a capital letter") }
        if name.count > longest { throw refuse("it has more than \(longest) letters") }
        if let suffix = reserved.first(where: { name.hasSuffix($0) }) {
            throw refuse("the suffix '\(suffix)' is reserved for the modules and types of a feature")
        }
    }

    private static func check(_ name: String, _ suffixes: [String], in workspace: Workspace) throws(ScaffoldingError) {
        let names = [name] + suffixes.map { name + $0 }
        // Some file systems ignore case.
        let taken = ManifestFile(try workspace.text(Workspace.manifest)).strings
        if let module = taken.first(where: { taken in names.contains { $0.lowercased() == taken.lowercased() } }) {
            throw .exists("module '\(module)'", remedy: "choose another name")
        }
        try workspace.requireNoType(of: name, remedy: "choose another name")
    }

    /// Throws if the toolchain has a module or type with the given name. Only the compiler can determine that.
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
        if outcome.code == Program.missing { throw .program("swiftc", reason: "it is not in PATH") }
        if outcome.errors.contains("error: module") {
            throw .invalidName(name, reason: "the toolchain has a module of that name", remedy: "choose another name")
        }
        if outcome.errors.contains("cannot find type '\(name)' in scope") { return }
        // A compiler that fails without a message about the probe did not check it.
        guard outcome.code == 0 || outcome.errors.contains("Probe.swift:") else {
            let line = outcome.errors.split(separator: "\n").first.map(String.init)
            throw .program("swiftc", reason: line ?? "it failed with code \(outcome.code)")
        }
        throw .invalidName(
            name, reason: "Swift or Foundation has a type of that name, which the module would hide",
            remedy: "choose another name")
    }
}

extension Workspace {
    func requireNoType(of name: String, remedy: String) throws(ScaffoldingError) {
        guard let place = try place(ofType: name) else { return }
        let reason = "\(place) declares a type of that name, which the module would hide"
        throw .invalidName(name, reason: reason, remedy: remedy)
    }
}
