/// What the sources of a workspace declare: those of one part, and all others.
struct DeclaredNames {
    /// A declaration, and where it stands.
    struct Place {
        let path: String
        let declaration: Declaration
        /// Whether a container promises it or has it, so that others name their variables after it.
        let isPromised: Bool

        var name: String { declaration.name }
        /// The place for people: `Modules/Core/Link.swift:3`.
        var place: String { "\(path):\(declaration.line)" }
        /// Whether it is a name that others can use, and that its file is free to choose.
        var isName: Bool { !declaration.isLocal && !declaration.isOverride }
    }

    private(set) var own: [String: [Place]] = [:]
    private(set) var others: [String: [Place]] = [:]

    init(_ texts: [TextFile], of part: WorkspacePart) {
        for text in texts where text.isSwift && text.path != "Package.swift" {
            let isOwn = part.owns(text.path)
            let isOfContainer = text.path == part.bootstrapFile || text.path.hasPrefix("\(part.folder)/Interface/")
            for declaration in Declaration.list(in: text.bytes) {
                let isPromised = isOfContainer && declaration.kind == .variable && !declaration.isLocal
                let place = Place(path: text.path, declaration: declaration, isPromised: isPromised)
                if isOwn { own[place.name, default: []].append(place) } else { others[place.name, default: []].append(place) }
            }
        }
    }

    /// The type of others after which a name is called: `HTTPClient` for `RetryingHTTPClient`.
    func other(in name: String, around part: CamelCaseName) -> Place? {
        let longer = others.values.joined().filter { place in
            place.declaration.kind == .type && place.name != part.text && part.isPart(of: place.name)
                && place.path.hasPrefix("Modules/")
        }
        return longer.filter { CamelCaseName($0.name).isPart(of: name) }.min { $0.place < $1.place }
    }
}
