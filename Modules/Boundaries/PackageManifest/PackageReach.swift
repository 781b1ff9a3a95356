import BoundaryRules

/// The targets and products of a package and of the packages that it reaches by path, with what
/// each of them uses.
package struct PackageReach {
    /// A target or a product, which its package and its name identify.
    package struct Node: Hashable {
        /// The index of the package, where 0 is the package itself, or `nil` for a package that
        /// cannot be read or is not on this machine.
        package let package: Int?
        package let name: String
        package let isProduct: Bool
        /// The name or the identity by which a manifest refers to an unread package, in lowercase.
        /// It is `nil` for all other nodes, and if the manifest does not name the package.
        package let identity: String?

        package init(
            package: Int?,
            name: String,
            isProduct: Bool,
            identity: String? = nil
        ) {
            self.package = package
            self.name = name
            self.isProduct = isProduct
            self.identity = identity
        }
    }

    /// The package itself, followed by the packages that it reaches.
    package let packages: [SwiftPackage]
    /// The targets and products in the order of the packages and their manifests, followed by the
    /// products of packages that were not read.
    package private(set) var nodes: [Node] = []
    private var uses: [Node: [Node]] = [:]

    package init(of package: SwiftPackage) {
        packages = [package] + package.reachedPackages
        let indices = Dictionary(packages.enumerated().map { ($1.root, $0) }) { first, _ in first }
        for (index, package) in packages.enumerated() {
            let providers = package.packageFolders.compactMap { folder, identity in
                indices[package.resolved(folder)].map { (index: $0, identity: identity) }
            }
            for name in package.targetNames {
                let node = Node(package: index, name: name, isProduct: false)
                nodes.append(node)
                uses[node] = (package.targetDependencies[name] ?? []).map {
                    self.node(for: $0, of: index, providers: providers)
                }
            }
            for (name, targets) in package.products.sorted(by: { $0.key < $1.key }) {
                let node = Node(package: index, name: name, isProduct: true)
                nodes.append(node)
                uses[node] = targets.map { Node(package: index, name: $0, isProduct: false) }
            }
        }
        let known = Set(nodes)
        let others = Set(uses.values.joined()).subtracting(known)
        nodes += others.sorted { ($0.name, $0.identity ?? "") < ($1.name, $1.identity ?? "") }
    }

    private func node(
        for dependency: ManifestDump.Dependency,
        of package: Int,
        providers: [(index: Int, identity: String)]
    ) -> Node {
        let name = dependency.name
        let identity = dependency.package?.lowercased()
        if identity == nil, packages[package].targetDependencies[name] != nil {
            return Node(package: package, name: name, isProduct: false)
        }
        let provider = providers.first { provider in
            let names = [
                provider.identity.lowercased(), packages[provider.index].name.lowercased(),
            ]
            if let identity {
                return names.contains(identity)
            }
            return packages[provider.index].products[name] != nil
        }
        return Node(
            package: provider?.index,
            name: name,
            isProduct: true,
            identity: provider == nil ? identity : nil
        )
    }

    /// The nodes that use each node.
    package var users: [Node: [Node]] {
        var users: [Node: [Node]] = [:]
        for user in nodes {
            for node in uses[user] ?? [] {
                users[node, default: []].append(user)
            }
        }
        return users
    }

    /// The products of the other packages, and the modules that these products reach.
    ///
    /// A product and a module with the same name are one module, whose dependencies include those
    /// of both.
    var foreignModules: [Module] {
        var modules: [Module] = []
        var indices: [String: Int] = [:]
        var seen: Set<Node> = []
        let own = uses.filter { $0.key.package == 0 && !$0.key.isProduct }
        var unseen = own.values.joined().filter { $0.package != 0 }
        unseen.sort { $0.name < $1.name }
        while let node = unseen.popLast() {
            guard seen.insert(node).inserted else { continue }
            let used = uses[node] ?? []
            unseen += used
            let names = used.map(\.name).filter { $0 != node.name }
            if let index = indices[node.name] {
                modules[index].dependencies += names
            } else {
                indices[node.name] = modules.count
                modules.append(
                    Module(
                        name: node.name,
                        kind: .external,
                        folder: "",
                        dependencies: names,
                        package: node.package.map { packages[$0].name } ?? node.identity
                    )
                )
            }
        }
        return modules
    }
}
