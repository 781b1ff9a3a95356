import SwiftSource

extension Module {
    /// Returns the paths at which a C target can have a module map, relative to the folder of the
    /// target.
    ///
    /// - Parameter headers: The folder of the target's public headers.
    public static func moduleMaps(headers: String = "include") -> [String] {
        ["module.modulemap", "\(headers)/module.modulemap"]
    }

    /// Replaces the import names of the module with the names that a module map declares. The
    /// import names do not change if the module map declares no names.
    public mutating func setImportNames(fromModuleMap text: [UInt8]) {
        let names = Self.modules(inModuleMap: text)
        guard let first = names.first else { return }
        hasModuleMap = true
        importName = first
        otherImportNames = Array(names.dropFirst())
    }

    /// Returns the names of the top-level modules that a module map declares, in order.
    private static func modules(inModuleMap text: [UInt8]) -> [String] {
        var names: [String] = []
        var depth = 0
        let tokens = Token.list(of: text)
        for (token, next) in zip(tokens, tokens.dropFirst()) {
            if depth == 0, token.isWord("module"), let name = next.word, !names.contains(name) {
                names.append(name)
            }
            depth += token.nestingChange
        }
        return names
    }
}

extension Module {
    /// Returns the module aliases that compiler options define. The option
    /// `-module-alias Model=Core` defines the alias `Model` for `Core`.
    public static func aliases(inOptions options: [String]) -> [String: String] {
        var aliases: [String: String] = [:]
        // `-Xfrontend` precedes each option for the compiler's front end, so it can be between an
        // option and its value.
        let options = options.filter { $0 != "-Xfrontend" }
        for (option, value) in zip(options, options.dropFirst()) where option == "-module-alias" {
            let names = value.split(separator: "=").map(String.init)
            if names.count == 2 {
                aliases[names[0]] = names[1]
            }
        }
        return aliases
    }

    /// Returns the aliases that the options of all targets in a manifest define.
    public static func aliases(inManifest manifest: String) -> [String: String] {
        guard manifest.contains("-module-alias") else { return [:] }
        let text = Array(manifest.utf8)
        return aliases(inOptions: Token.list(of: text).compactMap { $0.literal(in: text) })
    }
}

/// The most common modules of the toolchain and the platforms.
enum Toolchain {
    static let modules: Set = [
        "Swift", "Cxx", "CxxStdlib", "Distributed", "Observation", "RegexBuilder",
        "Synchronization", "_Concurrency", "_StringProcessing", "_Differentiation", "Foundation",
        "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
        "FoundationXML", "CoreFoundation", "Dispatch", "XCTest", "Testing", "PackagePlugin",
        "PackageDescription", "Android", "Bionic", "Darwin", "Glibc", "Musl", "WASILibc", "WinSDK",
        "CRT", "ucrt", "AppKit", "Combine", "CoreGraphics", "CryptoKit", "Network", "ObjectiveC",
        "Security", "SwiftUI", "UIKit", "os",
    ]
}
