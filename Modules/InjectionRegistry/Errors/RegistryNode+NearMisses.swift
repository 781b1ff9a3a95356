import Injection

extension RegistryNode {
    /// What comes near a key that is not registered, in this registry, its parents, and its children.
    func nearMisses(of key: ServiceKey) -> [NearMiss] {
        sequence(first: self, next: \.parent).flatMap { node in
            node.state.withLock(\.table.blueprints).compactMap { $0.nearMiss(of: key) }
        } + childrenWith(key)
    }

    private func childrenWith(_ key: ServiceKey) -> [NearMiss] {
        let children = state.withLock { $0.children.compactMap(\.node) }
        return children.flatMap { child in
            (child.state.withLock { $0.table.services[key] } == nil ? [] : [.inChild(key)]) + child.childrenWith(key)
        }
    }
}

extension Blueprint {
    /// In what way this one may be what was meant; nil if it is too different.
    func nearMiss(of key: ServiceKey) -> NearMiss? {
        let hasSameArguments = self.key.arguments.elementsEqual(key.arguments, by: ==)
        if self.key.type != key.type {
            let isSimilar = self.key.name == key.name && areAlike("\(self.key.type)", "\(key.type)")
            return isSimilar && hasSameArguments ? .similarType(self.key) : nil
        }
        if !parameters.isEmpty, !key.arguments.isEmpty {
            return .lookedUpParameters(self.key, parameters.map { ServiceKey($0, named: nil) })
        }
        return hasSameArguments ? .otherName(self.key) : .otherArguments(self.key)
    }
}

/// Whether two names of types are one and the same word with an affix, as `Router` and `RouterLive` are, or a slip apart.
private func areAlike(_ a: String, _ b: String) -> Bool {
    let (long, short) = a.count > b.count ? (a, b) : (b, a)
    if long.hasPrefix(short) || long.hasSuffix(short) { return true }
    return short.count > 4 && long.difference(from: short).count <= 2
}
