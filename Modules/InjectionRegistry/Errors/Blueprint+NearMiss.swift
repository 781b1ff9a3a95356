extension Blueprint {
    /// In what way this one may be what was meant; nil if it is too different.
    func nearMiss(of wanted: ServiceKey) -> String? {
        let hasSameArguments = key.argumentList == wanted.argumentList
        if key.type != wanted.type {
            let isSimilar = hasSameArguments && key.name == wanted.name && areAlike("\(key.type)", "\(wanted.type)")
            return isSimilar ? "\(key)" : nil
        }
        let parameters = recipe.parameters
        if let first = parameters.first, !wanted.arguments.isEmpty {
            let list = parameters.map { "\($0)" }.joined(separator: ", ")
            return "\(key), without run-time arguments: what it takes (\(list)) is looked up by type; "
                + ResolutionError.resolverFirst(first)
        }
        if hasSameArguments { return key.name == nil ? "\(key), without a name" : "\(key)" }
        return key.arguments.isEmpty ? "\(key), without arguments" : "\(key)"
    }
}

/// Whether two names of types are one and the same word with an affix, as `Router` and `RouterLive` are, or a slip apart.
private func areAlike(_ a: String, _ b: String) -> Bool {
    let (long, short) = a.count > b.count ? (a, b) : (b, a)
    if long.hasPrefix(short) || long.hasSuffix(short) { return true }
    return short.count > 4 && long.difference(from: short).count <= 2
}
