import SwiftSource

/// The line of a manifest in the words of the workspace layout that describes a module, such as `.app("Shop", …)`.
struct VerbCall {
    private let verb: String
    /// The name that the line gives to its verb.
    private let name: String
    private let place: Place

    /// Finds the line that makes a module; nil where the manifest has other words.
    init?(of module: Module, in manifest: SourceText) {
        for (verb, suffix) in Self.verbs where module.name.hasSuffix(suffix) {
            let name = verb == "bootstrap" ? "" : String(module.name.dropLast(suffix.count))
            let call = verb == "bootstrap" ? ".bootstrap(" : ".\(verb)(\"\(name)\""
            guard verb != "bootstrap" || module.name == "Bootstrap", let place = manifest.place(ofText: call) else {
                continue
            }
            (self.verb, self.name, self.place) = (verb, name, place)
            return
        }
        return nil
    }

    /// How the line says that its module sees another one; nil where its verb has no words for that.
    func remedy(toSee other: Module) -> String? {
        guard let (argument, word) = argument(for: other) else { return nil }
        let call = verb == "bootstrap" ? ".bootstrap(…)" : ".\(verb)(\"\(name)\", …)"
        return "write \"\(word)\" into the '\(argument):' of \(call) at \(place.path):\(place.location?.line ?? 1)"
    }

    /// The verbs of the layout, with what each appends to the name that it is given.
    private static let verbs = [
        ("bootstrap", ""), ("app", ""), ("tool", ""), ("example", "Example"), ("interface", "Interface"),
        ("implementation", ""), ("mocks", "Testing"), ("featureTests", "Tests"), ("service", ""), ("module", ""),
        ("tests", "Tests"),
    ]

    private func argument(for other: Module) -> (argument: String, word: String)? {
        let parts = other.folder.split(separator: "/").map(String.init)
        let feature = parts.starts(with: ["Modules", "Features"]) && parts.count == 4 ? parts[2] : nil
        let isInterface = parts.last == "Interface"
        return switch (verb, feature) {
        case ("bootstrap", let feature?): ("features", feature)
        case ("bootstrap", nil): parts.starts(with: ["Modules", "Services"]) ? ("services", other.name) : nil
        case ("app", let feature?): isInterface ? ("features", feature) : nil
        case ("tests", let feature?) where isInterface: ("features", feature)
        case ("interface", let feature?) where isInterface && feature != name,
            ("implementation", let feature?) where isInterface && feature != name,
            ("featureTests", let feature?) where feature != name, ("example", let feature?) where feature != name:
            ("uses", feature)
        case ("interface", _), ("implementation", _), ("mocks", _), ("featureTests", _), ("example", _):
            ("also", other.name)
        default: ("uses", other.name)
        }
    }
}
