import BoundaryRules
import Foundation
import SwiftSource

extension PackageSet {
    /// Returns a set whose graph contains the modules in the products of the packages in
    /// `.build/checkouts`. The graph also contains the other library products of these packages, so
    /// that imports of their modules are recognized.
    ///
    /// SwiftPM describes each checkout once. The description is stored in `.build/bulkhead`, with
    /// the revision of the checkout in its name.
    public func readingCheckouts() async -> PackageSet {
        let checkouts = checkouts
        let loaded = await SwiftPackage.loadAll(
            checkouts.map(\.path),
            cachedAt: checkouts.map(\.cache)
        )
        var products: [String: [String: Product]] = [:]
        for (checkout, result) in zip(checkouts, loaded) {
            guard case .success(let package) = result else { continue }
            products[checkout.identity] = Product.all(of: package)
        }
        return replacing(products)
    }

    /// The identities of the packages in manifests that have a version, and whose products are not
    /// known.
    public var unresolvedPackages: [String] {
        let local = Set(
            checkedPackages.flatMap { $0.packageFolders.values.map { $0.lowercased() } }
        )
        let identities = graph.unresolvedProducts.compactMap { $0.package?.lowercased() }
        return unreadPackages.intersection(identities).subtracting(local).sorted()
    }

    private var unreadPackages: Set<String> {
        Set(unreadProducts.compactMap { $0.identity?.lowercased() })
    }

    private struct Checkout {
        let identity: String
        let path: String
        let cache: String?
    }

    /// A library product of a package with a version.
    private struct Product {
        let importNames: [String]
        let contents: Module.ProductContents

        static func all(of package: SwiftPackage) -> [String: Product] {
            let products = package.graph.libraries.map { library in
                let targets = library.targets.compactMap(package.graph.module(named:))
                let isSwift = targets.allSatisfy { $0.kind == .library }
                let names = package.importNames(of: targets)
                return (
                    library.name,
                    Product(importNames: names, contents: isSwift ? .swift : .other)
                )
            }
            return Dictionary(firstOf: products)
        }
    }

    /// The checkouts of the packages on which the checked packages depend.
    private var checkouts: [Checkout] {
        let needed = unreadPackages
        var found: [String: Checkout] = [:]
        let manager = FileManager.default
        for root in Set(checkedPackages.map(\.root) + [root]).sorted() {
            let folder = "\(root)/.build/checkouts"
            for name in manager.names(in: folder) {
                let identity = name.lowercased()
                guard needed.contains(identity), found[identity] == nil else { continue }
                // SwiftPM checks out a commit, so this file contains a revision.
                let head = manager.contents(atPath: "\(folder)/\(name)/.git/HEAD") ?? Data()
                let revision = String(decoding: head, as: UTF8.self)
                    .trimmingCharacters(in: .whitespacesAndNewlines)
                let isRevision = !revision.isEmpty && revision.allSatisfy(\.isHexDigit)
                let cache = "\(root)/.build/bulkhead/\(identity)-\(revision).json"
                found[identity] = Checkout(
                    identity: identity,
                    path: "\(folder)/\(name)",
                    cache: isRevision ? cache : nil
                )
            }
        }
        return found.values.sorted { $0.identity < $1.identity }
    }

    /// Returns a set with the contents of the products in the given packages.
    private func replacing(_ products: [String: [String: Product]]) -> PackageSet {
        var known: Set<[String]> = []
        var references: [String: String] = [:]
        var modules = graph.modules.map { module in
            guard module.kind == .external, let package = module.package,
                graph.package(named: package) == nil,
                let product = products[package.lowercased()]?[module.target]
            else { return module }
            known.insert([package.lowercased(), module.target])
            references[package.lowercased()] = package
            return module.providing(product.importNames, product.contents)
        }
        var names = Set(modules.map(\.name))
        for (identity, products) in products.sorted(by: { $0.key < $1.key }) {
            let sorted = products.sorted {
                ($0.value.importNames.count, $0.key) < ($1.value.importNames.count, $1.key)
            }
            for (name, product) in sorted where !known.contains([identity, name]) {
                let isUnique = names.insert(name).inserted
                let module = Module(
                    name: isUnique ? name : "\(identity)/\(name)",
                    kind: .external,
                    folder: "",
                    package: references[identity] ?? identity
                )
                modules.append(module.providing(product.importNames, product.contents))
            }
        }
        var set = self
        set.graph = graph.replacing(modules)
        return set
    }
}

extension SwiftPackage {
    /// Returns the names by which sources import the given targets and the modules of the package
    /// that they re-export, directly or indirectly.
    fileprivate func importNames(of targets: [Module]) -> [String] {
        var names: [String] = []
        var unseen = targets
        while !unseen.isEmpty {
            let target = unseen.removeFirst()
            guard !names.contains(target.importName) else { continue }
            names += [target.importName] + target.otherImportNames
            for file in (try? files(of: target)) ?? [] where target.isSwift {
                guard let text = try? text(of: file),
                    String(decoding: text, as: UTF8.self).contains("@_exported")
                else { continue }
                let source = SourceFile(path: file, text: text)
                for declaration in source.imports where declaration.isReexport {
                    let other = graph.module(importedAs: declaration.module, in: target)
                    unseen += [other].compactMap(\.self).filter { $0.kind != .external }
                }
            }
        }
        return names
    }
}
