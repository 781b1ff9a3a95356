import Foundation
import PackageManifest
import SwiftSource

package enum NameRules {
    /// Checks that a name is valid and available.
    ///
    /// The name must be valid in Swift and in the folder layout of a workspace, and neither the
    /// toolchain nor the workspace may already use it. The manifest must also not contain the name
    /// with any of the suffixes.
    static func check(
        _ name: String,
        suffixes: [String] = [],
        in workspace: Workspace
    ) async throws(ScaffoldingError) {
        try checkSpelling(name)
        let manifest = ManifestFile(try workspace.text(Workspace.manifest))
        for name in [name] + suffixes.map({ name + $0 }) {
            if let module = manifest.module(named: name) {
                throw .exists("module '\(module)'", remedy: "choose another name")
            }
        }
        try workspace.requireNoType(of: name)
        try await checkToolchain(name)
    }

    /// Checks that the spelling of a name is valid for modules and types.
    package static func checkSpelling(
        _ name: String,
        remedy: String = "choose another in upper camel case, such as 'WebPages'"
    ) throws(ScaffoldingError) {
        guard let reason = spellingFault(of: name) else { return }
        throw .invalidName(name, reason: reason, remedy: remedy)
    }

    /// Returns the name of a module for the name of a folder, such as `MyShop` for `my-shop`.
    ///
    /// If there is no similar name with a valid spelling, the name is returned unchanged.
    static func moduleName(forFolder folder: String) -> String {
        let words = folder.drop { !$0.isLetter }
            .split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        guard !words.isEmpty else { return folder }
        let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return [folder, name, "My\(name)"].first { spellingFault(of: $0) == nil } ?? folder
    }

    private static let reserved = ["Interface", "Testing", "Tests", "Example", "Providing"]
    private static let folders: Set = [
        "App", "Docs", "Examples", "Features", "Implementation", "Modules", "Services", "Templates",
    ]
    private static let typeKeywords: Set = ["Type", "Protocol"]
    private static let longest = 50

    /// Returns why the spelling of a name is invalid, or `nil` if it is valid.
    private static func spellingFault(of name: String) -> String? {
        guard let first = name.unicodeScalars.first else { return "it is empty" }
        if name.contains("/") || name.hasPrefix(".") {
            return "a name must not be a path"
        }
        if name.contains("-") {
            return "a hyphen is not allowed in the name of a module that Swift imports"
        }
        if ("0"..."9").contains(first) {
            return "it begins with a digit"
        }
        for scalar in name.unicodeScalars
        where !(scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)) {
            let shown = scalar.properties.isWhitespace ? "a space" : "'\(scalar)'"
            return
                "it contains \(shown); only the letters A to Z and digits are allowed"
        }
        if SwiftKeyword.all.contains(name) || typeKeywords.contains(name) {
            return "it is a Swift keyword"
        }
        if folders.contains(name) {
            return "the layout of a workspace has a folder with this name"
        }
        if !("A"..."Z").contains(first) {
            return "it does not begin with a capital letter"
        }
        if name.count > longest {
            return "it has more than \(longest) characters"
        }
        if let suffix = reserved.first(where: { name.hasSuffix($0) }) {
            return "the suffix '\(suffix)' is reserved for the modules and types of a feature"
        }
        return nil
    }

    /// Checks that the toolchain has no module or type with the given name. Only the compiler can
    /// determine this, so it compiles a file that uses the name.
    ///
    /// - Throws: An error if the toolchain has such a module or type, or if the compiler fails.
    static func checkToolchain(
        _ name: String,
        remedy: String = "choose another name"
    ) async throws(ScaffoldingError) {
        let folder = TemporaryDirectory.unusedURL
        defer {
            try? FileManager.default.removeItem(at: folder)
        }
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
        let outcome = try await Program.output(
            of: "swiftc",
            ["-typecheck", trial.workspace.path("Probe.swift")]
        )
        if outcome.code == Program.missing {
            throw .program("swiftc", reason: "it is not in PATH")
        }
        if outcome.errors.contains("error: module") {
            throw .invalidName(
                name,
                reason: "the toolchain has a module with this name",
                remedy: remedy
            )
        }
        if outcome.errors.contains("cannot find type '\(name)' in scope") {
            return
        }
        // If the compiler fails without a message about the probe, it did not check the name.
        guard outcome.code == 0 || outcome.errors.contains("Probe.swift:") else {
            let line = outcome.errors.split(separator: "\n").first.map(String.init)
            throw .program("swiftc", reason: line ?? "exit code \(outcome.code)")
        }
        throw .invalidName(
            name,
            reason: "Swift or Foundation has a type with this name, which the module would hide",
            remedy: remedy
        )
    }
}

extension Workspace {
    func requireFeature(_ name: String) throws(ScaffoldingError) {
        guard !features.contains(name) else { return }
        throw .missing(
            "feature '\(name)'",
            remedy: "the features are \(features.joined(separator: ", "))"
        )
    }

    func requireInterface(of feature: String) throws(ScaffoldingError) {
        try requireFeature(feature)
        guard !isSingle(feature: feature) else {
            throw .missing(
                "interface of the single-module feature '\(feature)'",
                remedy: "run 'bulkhead split \(feature)' first"
            )
        }
    }

    func requireFreeTypes(_ types: [String]) throws(ScaffoldingError) {
        guard let (type, place) = try place(ofTypes: types) else {
            return
        }
        throw .exists("type '\(type)' (\(place))", remedy: "choose another name")
    }

    /// Checks that the container can declare a property for a role.
    ///
    /// - Throws: An error if the name of the property is a keyword, or if Bootstrap already
    ///   declares a property with that name.
    func requireFreeProperty(_ property: String, of role: String) throws(ScaffoldingError) {
        if SwiftKeyword.all.contains(property) {
            throw .invalidName(
                role,
                reason: "the name of its property, '\(property)', is a Swift keyword",
                remedy: "choose another name"
            )
        }
        for file in try sources(in: "Modules/Bootstrap") {
            guard let declaration = file.properties.first(where: { $0.name == property }) else {
                continue
            }
            throw .exists(
                "property '\(property)' of the container (\(file.place(of: declaration)))",
                remedy: "choose another name"
            )
        }
    }

    func requireNoType(
        of name: String,
        remedy: String = "choose another name"
    ) throws(ScaffoldingError) {
        if try SourceTree.own.engineDeclares(name) {
            let reason = "the engine has a type with this name, which the module would hide"
            throw .invalidName(name, reason: reason, remedy: remedy)
        }
        guard let (_, place) = try place(ofTypes: [name]) else {
            return
        }
        let reason = "\(place) declares a type with this name, which the module would hide"
        throw .invalidName(name, reason: reason, remedy: remedy)
    }
}
