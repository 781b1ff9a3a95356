/// A role of another feature that an implementation takes through `init`.
struct Collaborator {
    let role: Role
    let mock: Mock
    let hasNewMock: Bool

    /// The module that declares the role.
    var interface: String { role.home.module }
}

extension [Collaborator] {
    /// The parameters, and what is done with them.
    var initializer: String {
        let parameters = map { "\($0.role.property): any \($0.role.name)" }.joined(separator: ", ")
        let lines = map { "        self.\($0.role.property) = \($0.role.property)\n" }.joined()
        return "    package init(\(parameters)) {\n\(lines)    }\n"
    }

    var properties: String { map { "    private let \($0.role.property): any \($0.role.name)\n" }.joined() }

    /// The arguments that Bootstrap passes.
    var resolutions: String { map { "\($0.role.property): self.\($0.role.property)()" }.joined(separator: ", ") }

    /// The arguments that tests pass.
    var mocks: String { map { "\($0.role.property): \($0.mock.name)()" }.joined(separator: ", ") }

    /// Lines that import modules; formatting puts them in order.
    func imports(of module: (Collaborator) -> String, reach: String = "") -> String {
        Set(map(module)).sorted().map { "\(reach)import \($0)\n" }.joined()
    }
}

extension Workspace {
    /// What another feature may take of one, with mocks for tests, which are written where there are none.
    func collaborators(
        of feature: String, in manifest: inout ManifestEditor
    ) throws(ScaffoldingError) -> [Collaborator] {
        let roles = try roles(ofFeature: feature)
        guard !roles.isEmpty else {
            throw .sourceNotUnderstood(
                path: "Modules/Features/\(feature)/Interface",
                reason: "no container protocol there has a property of the form 'Factory<any Role>'",
                remedy: "declare '\(feature)Providing' with one")
        }
        var collaborators: [Collaborator] = []
        for role in roles {
            let remedy = "pass it by hand, without --uses \(feature)"
            guard try declaration(of: role, remedy: remedy).inherited.contains("Sendable") else {
                throw .sourceNotUnderstood(
                    path: "Modules/Features/\(feature)/Interface", reason: "'\(role.name)' is not Sendable",
                    remedy: "make it Sendable, or \(remedy)")
            }
            let mock = try ensureMock(of: role)
            if mock.isNew { try manifest.declareMocks(of: feature, using: mock.imports) }
            collaborators.append(Collaborator(role: role, mock: mock.mock, hasNewMock: mock.isNew))
        }
        return collaborators
    }

    /// Adds a row to the map of the README.
    func addToMap(_ module: String, _ summary: String) throws(ScaffoldingError) {
        guard exists("README.md") else { return }
        try edit("README.md") { text throws(ScaffoldingError) in
            var map = ModuleMap(text)
            map.add(module, summary)
            text = map.text
        }
    }
}

extension ManifestEditor {
    /// Makes a target of a feature's mocks behind its implementation, and declares what the mocks import.
    mutating func declareMocks(of feature: String, using modules: [String]) throws(ScaffoldingError) {
        try require("mocks")
        if entry("mocks", named: feature) == nil, let implementation = entry("implementation", named: feature) {
            try insert([".mocks(\"\(feature)\")"], behind: implementation)
        }
        for module in modules { try append(module, to: "also", ofVerb: "mocks", named: feature) }
    }
}
