public import BoundaryRules
import Foundation
import PackageManifest

/// The changes to the public declarations of a module between two builds, as reported by the
/// toolchain's API digester.
public struct APIDifference: Sendable, Hashable {
    public let module: String
    /// The changes that can break code that uses the module, such as
    /// `Func Store.find(_:) has been removed`.
    public let breaking: [String]
    /// The new declarations that break no code, such as `Func Store.find(_:)`.
    public let added: [String]
    /// The changed declarations whose changes break no code.
    public let changed: [String]

    public var isEmpty: Bool { breaking.isEmpty && added.isEmpty && changed.isEmpty }

    init(_ module: String, from old: APIDump, to new: APIDump) async throws {
        self.module = module
        let outcome = try await APIDump.digester(
            ["-diagnose-sdk", "-input-paths", old.file, "-input-paths", new.file]
        )
        guard outcome.code == 0 else {
            throw APIError.unreadable(module: module, errors: outcome.errors)
        }
        // The digester writes its findings to standard error, below headings in the form of C
        // comments.
        let lines = outcome.errors.split(separator: "\n").map(String.init)
        let findings = lines.filter { !$0.hasPrefix("/*") }
        func isBreaking(_ title: String) -> Bool {
            findings.contains { $0.hasPrefix("\(title) ") && !$0.hasSuffix("has been removed") }
        }
        var added: [String] = []
        var changed: [String] = []
        for (key, declaration) in new.declarations where !isBreaking(declaration.title) {
            if let before = old.declarations[key] {
                if before.text != declaration.text {
                    changed.append(declaration.title)
                }
            } else if old.declarations[declaration.parent ?? ""] != nil {
                // The members of a new type are not listed separately.
                added.append(declaration.title)
            }
        }
        breaking = findings
        self.added = added.sorted()
        self.changed = changed.sorted()
    }
}

/// The reason why the public declarations of a module cannot be compared.
public enum APIError: ToolkitError, Hashable {
    case noDigester
    case buildFailed(module: String, errors: String)
    case unreadable(module: String, errors: String)

    public var message: String {
        switch self {
        case .noDigester:
            "cannot run 'swift-api-digester': it is not in PATH; install a toolchain that contains this program"
        case .buildFailed(let module, let errors):
            "cannot build '\(module)'; correct these errors:\n\(errors)"
        case .unreadable(let module, let errors):
            "swift-api-digester cannot read '\(module)':\n\(errors)\nto compare only the other modules, specify their names"
        }
    }

    public var exitCode: ErrorExitCode { self == .noDigester ? .missingProgram : .unusablePackage }
}
