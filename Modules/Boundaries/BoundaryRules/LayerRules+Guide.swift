extension LayerRules {
    /// The rules as a Markdown list, for documentation.
    public var guide: String {
        let items =
            layers.map(item) + restrictions.map { Self.sentence($0.statement, because: $0.reason) }
            + containerItems + exceptions.map(Self.item)
        return items.map { "- \($0)\n" }.joined()
    }

    /// Returns phrases for the layers that a layer can depend on.
    func allowedWords(of layer: Layer) -> [String] {
        layer.dependencies.map { word in
            switch word {
            case Layer.everything: "everything"
            case Layer.subject:
                "its subject, the allowed dependencies of the subject, and layers for tests"
            default: word
            }
        }
    }

    private func item(_ layer: Layer) -> String {
        let places = layer.paths.map { "`\($0.text)`" } + layer.modules.map { "`\($0.text)`" }
        let place = places.isEmpty ? "" : " (\(places.joined(separator: ", ")))"
        let purpose = layer.purpose.isEmpty ? "" : ": \(layer.purpose)"
        let allowed = allowedWords(of: layer)
        let list = allowed.isEmpty ? "no other layer" : allowed.joined(separator: ", ")
        let access = layer.packageAccess == false ? " They cannot name `package` declarations." : ""
        let rule = Self.sentence("Its modules can depend on \(list)", because: layer.reason)
        return "**\(layer.name)**\(place)\(purpose). \(rule)\(access)"
    }

    private var containerItems: [String] {
        guard let container else { return [] }
        let places = container.declaredIn.joined(separator: ", ")
        return [
            "`\(container.name)` in \(container.module) lists every protocol whose name ends in "
                + "`\(container.protocolSuffix)` in these layers: \(places)."
        ]
    }

    private static func item(_ exception: Exception) -> String {
        sentence(
            "Exception: \(exception.module) can depend on \(exception.dependsOn)",
            because: exception.reason
        )
    }

    private static func sentence(_ rule: String, because reason: String) -> String {
        reason.isEmpty ? "\(rule)." : "\(rule): \(reason)."
    }
}
