/// What the sources of a workspace declare: those of one part, and all others.
struct DeclaredNames {
    /// A declaration, and where it stands.
    struct Place {
        let path: String
        let declaration: Declaration
        /// Whether Bootstrap's container has it, so that others name their variables after it.
        let isPromised: Bool

        var name: String { declaration.name }
        /// The place for people: `Modules/Core/Link.swift:3`.
        var place: String { "\(path):\(declaration.line)" }
        /// Whether it is a name that others can use, and that its file is free to choose.
        var isName: Bool { !declaration.isLocal && !declaration.isOverride }
    }

    /// Those of the part, by name, as far as it is called after the part.
    let own: [String: [Place]]
    /// Those of all others, likewise.
    let others: [String: [Place]]
    /// The types of other modules that are called after the part too.
    private let namesakes: [Place]

    init(_ texts: [TextFile], of part: WorkspacePart) {
        let name = CamelCaseName(part.name)
        var (own, others): ([Place], [Place]) = ([], [])
        for text in texts where text.isSwift && text.path != "Package.swift" {
            let isOwn = part.owns(text.path)
            for declaration in Declaration.list(in: text.bytes) where name.isPart(of: declaration.name) {
                let isPromised =
                    text.path == part.bootstrapFile && declaration.kind == .variable && !declaration.isLocal
                let place = Place(path: text.path, declaration: declaration, isPromised: isPromised)
                if isOwn { own.append(place) } else { others.append(place) }
            }
        }
        self.own = Dictionary(grouping: own, by: \.name)
        self.others = Dictionary(grouping: others, by: \.name)
        namesakes = others.filter {
            $0.declaration.kind == .type && $0.name != part.name && $0.path.hasPrefix("Modules/")
        }
    }

    /// The type of others after which a name is called: `HTTPClient` for `RetryingHTTPClient`.
    func namesake(of name: String) -> Place? { namesakes.first { CamelCaseName($0.name).isPart(of: name) } }
}
