/// Another package on this machine, whose products and modules are known.
public struct ForeignPackage: Sendable, Hashable {
    public let name: String
    /// The name by which the manifest of the checked package refers to this package, or `nil` if
    /// that manifest does not depend on it.
    public let reference: String?
    /// The names by which sources import the modules of each library product.
    public let products: [String: [String]]

    public init(name: String, reference: String?, products: [String: [String]]) {
        self.name = name
        self.reference = reference
        self.products = products
    }
}

/// A library product of another package on this machine.
public struct ForeignProduct: Sendable, Hashable {
    public let name: String
    public let package: ForeignPackage

    /// The expression that declares a dependency on the product, or `nil` if the manifest does not
    /// depend on the package.
    public var element: String? {
        package.reference.map { ".product(name: \"\(name)\", package: \"\($0)\")" }
    }
}

extension ModuleGraph {
    /// Returns the products of other packages on this machine that contain a module, those with the
    /// fewest modules first. The result is empty if the package itself contains the module.
    public func foreignProducts(importedAs name: String, in module: Module) -> [ForeignProduct] {
        if let known = self.module(importedAs: name, in: module), known.kind != .external {
            return []
        }
        let found = foreignPackages.flatMap { package in
            package.products.filter { $0.value.contains(name) }
                .map {
                    (count: $0.value.count, product: ForeignProduct(name: $0.key, package: package))
                }
        }
        return found.sorted { ($0.count, $0.product.name) < ($1.count, $1.product.name) }
            .map(\.product)
    }
}
