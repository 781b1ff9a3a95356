import Foundation
import PackagePlugin

/// A check of targets: the request that a plugin passes to the program `boundaries-check`, which
/// decodes it as a `CheckRequest`.
struct PlannedCheck: Encodable {
    struct Module: Encodable {
        let name: String
        let importName: String
        let kind: String
        let folder: String
        let dependencies: [String]
    }

    struct Library: Encodable {
        let name: String
        let isDynamic: Bool
        let targets: [String]
    }

    let root: String
    /// The files of each target to check.
    let files: [String: [String]]
    let rules: String?
    let baseline: String?
    let modules: [Module]
    let libraries: [Library]

    /// Creates a request to check the given files of targets of a package.
    init(_ files: [String: [URL]], in package: Package) {
        let root = package.directoryURL
        func existing(_ name: String) -> String? {
            let path = root.appending(path: name).path(percentEncoded: false)
            return FileManager.default.fileExists(atPath: path) ? path : nil
        }
        self.root = root.path
        self.files = files.mapValues { $0.map { $0.path(percentEncoded: false) } }
        modules = package.modules
        libraries = package.libraries
        rules = existing("boundaries.json")
        baseline = existing("boundaries-baseline.json")
    }

    /// Writes the request to a file. A file that already contains the request is not written again,
    /// because a new modification date would cause another check.
    func write(to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(self)
        if (try? Data(contentsOf: file)) != data {
            try data.write(to: file)
        }
    }
}

extension SourceModuleTarget {
    var swiftFiles: [URL] { sourceFiles(withSuffix: ".swift").map(\.url) }
}

extension Package {
    fileprivate var libraries: [PlannedCheck.Library] {
        products.compactMap { product in
            guard let library = product as? LibraryProduct else { return nil }
            return PlannedCheck.Library(
                name: library.name,
                isDynamic: library.kind == .dynamic,
                targets: library.targets.map(\.name)
            )
        }
    }

    /// The targets of the package, and the targets of other packages that they depend on.
    fileprivate var modules: [PlannedCheck.Module] {
        let products = targets.flatMap(\.dependencies).flatMap { dependency -> [any Target] in
            if case .product(let product) = dependency {
                product.targets
            } else {
                []
            }
        }
        let foreign = products + products.flatMap(\.recursiveTargetDependencies)
        let others = Dictionary(foreign.map { ($0.name, $0) }) { first, _ in first }
        return targets.map { PlannedCheck.Module($0, folder: $0.folder(in: self)) }
            + others.sorted { $0.key < $1.key }.map { PlannedCheck.Module($0.value, folder: nil) }
    }
}

extension PlannedCheck.Module {
    /// Creates the description of a target. Pass `nil` as the folder if the target belongs to
    /// another package.
    fileprivate init(_ target: any Target, folder: String?) {
        name = target.name
        importName = target.sourceModule?.moduleName ?? target.name
        kind = folder == nil ? "external" : target.kind
        self.folder = folder ?? ""
        dependencies = target.dependencies.flatMap { dependency in
            switch dependency {
            case .target(let target): [target.name]
            case .product(let product): product.targets.map(\.name)
            @unknown default: [String]()
            }
        }
    }
}

extension Target {
    fileprivate var kind: String {
        switch self {
        case let module as SwiftSourceModuleTarget:
            switch module.kind {
            case .executable, .snippet: "executable"
            case .test: "test"
            case .macro: "macro"
            case .generic: "library"
            @unknown default: "library"
            }
        case is ClangSourceModuleTarget: "clang"
        case is SystemLibraryTarget, is BinaryArtifactTarget: "system"
        default: "plugin"
        }
    }

    fileprivate func folder(in package: Package) -> String {
        String(directoryURL.path.dropFirst(package.directoryURL.path.count + 1))
    }
}
