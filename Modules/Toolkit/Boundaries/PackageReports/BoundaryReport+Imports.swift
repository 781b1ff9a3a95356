public import BoundaryRules
import PackageManifest
import SwiftSource

extension BoundaryReport {
    /// The places of the imports for each dependency, such as `Sources/App/main.swift:1`. Paths are
    /// relative to the root of the package.
    public var importPlaces: [Dependency: [String]] {
        checker.imports().mapValues { imports in
            imports.map { file, declaration in
                "\(file.path.dropFirst(folder.count)):\(declaration.location.line)"
            }
        }
    }

    /// A note about rules of the repository that the check does not read, or `nil` if there are
    /// none.
    public var repositoryNote: String? {
        packages.ignoresRulesOfRepository
            ? "note: the rules at the root of the repository are not checked; add --repository"
            : nil
    }

    /// A note about other packages whose products are not known, or `nil` if there are none.
    public var resolutionNote: String? {
        let names = packages.unresolvedPackages
        guard !names.isEmpty else { return nil }
        let list = names.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
        let more = names.count > 3 ? " …" : ""
        return """
            note: the modules in the products of \(names.count.counting("package")) are not known \
            (\(list)\(more)); after 'swift package resolve', this check also finds imports whose \
            product is not declared, and products that no file imports
            """
    }

    /// A note about the targets that do not enable `MemberImportVisibility`, or `nil` if all
    /// targets enable it.
    ///
    /// Without this feature, a file can use members of a module that only another file or a
    /// dependency imports. A check of imports cannot detect such use.
    public var memberImportNote: String? {
        let names = packages.checkedPackages.flatMap(\.targetsWithoutMemberImportVisibility)
        if names.isEmpty {
            return nil
        }
        return """
            note: without MemberImportVisibility (\(names.count) of \(modules.count.counting("target"))), \
            members of modules that a file does not import are not checked
            """
    }
}
