import SwiftSource

/// The source of a mock whose methods call closures that the test sets.
struct MockSource {
    let requirements: [Requirement]
    /// The access level of the mock, which is that of the protocol.
    let access: String
    /// The modules whose types the requirements name, except the module of the protocol.
    private let modules: [String]

    /// Creates the source of a mock for requirements that are declared in the given files.
    init(
        of requirements: [Requirement],
        declaredIn files: [SourceText],
        access: String,
        in workspace: Workspace
    ) throws(ScaffoldingError) {
        self.requirements = requirements
        self.access = access
        modules = try workspace.modules(namedBy: requirements, in: files)
    }

    private var failures: Set<Requirement.MockFailure> { Set(requirements.map(\.mockFailure)) }

    /// Whether a call of a closure that is not set records an issue, for which the mock imports
    /// `CoreTesting`.
    private var recordsIssues: Bool { !failures.isSubset(of: [.exit]) }

    private func addImports(to text: inout String) {
        for module in modules {
            text.addImport("\(access) import", of: module)
        }
    }

    /// Returns the file of a new mock.
    func text(_ name: String, of role: String, in module: String) -> String {
        let failure = Requirement.MockFailure.allCases.filter(failures.contains)
            .map(\.rawValue).joined(separator: ", or ")
        let closures = requirements.map { $0.mockClosure(access) }
        let members = requirements.map { $0.mockMember(access) }
        let recordsIssues = recordsIssues && module != Role.Location.core.module
        var text = """
            \(recordsIssues ? "import CoreTesting\n" : "")\(access) import \(module)

            /// A mock `\(role)` whose methods call closures that the test sets.
            \(access) struct \(name): \(role) {
            \(closures.joined(separator: "\n"))
                /// Creates a mock. A call \(failure) if its closure is not set.
                \(access) init() {}

            \(members.joined(separator: "\n"))}

            """
        addImports(to: &text)
        return text
    }

    /// Adds the closures and the members to an existing mock, without changing its other members.
    func add(to name: String, in text: inout String, isInCore: Bool) {
        let file = SourceText(text)
        guard let type = file.declarations.first(where: { $0.isType && $0.name == name }),
            let open = type.bodyIndex, let end = type.tokens.last?.range.lowerBound
        else { return }
        let last = file.members(of: type).last { $0.isMockClosure }
        let start = last?.range.upperBound ?? type.tokens[open].range.upperBound
        let closures = requirements.map { "\n" + $0.mockClosure(access).dropLast() }
        let members = requirements.map { "\n" + $0.mockMember(access) }
        text = file.text(replacing: [
            Replacement(range: start..<start, text: closures.joined()),
            Replacement(range: end..<end, text: members.joined()),
        ])
        if recordsIssues, !isInCore {
            text.addImport("import", of: "CoreTesting")
        }
        addImports(to: &text)
    }
}

extension Declaration {
    /// Whether the declaration is a property such as `onAdd`, which a method of a mock calls.
    var isMockClosure: Bool {
        keyword == "var" && name.hasPrefix("on") && name.dropFirst(2).first?.isUppercase == true
    }
}
