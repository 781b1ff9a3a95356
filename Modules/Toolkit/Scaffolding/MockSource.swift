import SwiftSource

/// The source of a mock whose methods call closures that the test sets.
struct MockSource {
    let requirements: [Requirement]
    /// The access level of the mock, which is that of the protocol.
    let access: String
    /// The modules whose types the requirements name, except the module of the protocol.
    private var modules: [String] = []

    init(of requirements: [Requirement], access: String) {
        self.requirements = requirements
        self.access = access
    }

    private var failures: Set<Requirement.MockFailure> { Set(requirements.map(\.mockFailure)) }

    /// Whether a call of a closure that is not set records an issue, for which the mock imports
    /// `CoreTesting`.
    private var recordsIssues: Bool { !failures.isSubset(of: [.exit]) }

    /// Determines which of some modules the mock imports.
    ///
    /// - Parameter types: The types that the module of the protocol declares.
    mutating func importModules(
        among modules: [String],
        except types: Set<String>,
        in workspace: Workspace
    ) throws(ScaffoldingError) {
        let words = requirements.reduce(into: Set<String>()) { $0.formUnion($1.words) }
        let names = words.filter { $0.first?.isUppercase == true }
        self.modules = try workspace.modules(declaring: names.subtracting(types), among: modules)
    }

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
        let file = SourceText(path: "", text: text)
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

extension SourceText {
    /// The names of the types that the file declares at file scope.
    var typeNames: [String] { declarations.filter(\.isType).map(\.name) }

    /// The modules that the file imports for its public declarations, except the engine.
    var publicImports: [String] {
        let imports = declarations.filter { $0.keyword == "import" && $0.name != "Injection" }
        return imports.filter { $0.isPublic || $0.modifiers.contains("package") }.map(\.name)
    }
}

extension Workspace {
    /// Returns the modules that declare types with the given names.
    ///
    /// The types of a module outside the workspace, such as Foundation, are unknown. Such a module
    /// is included if neither the workspace nor the standard library declares all of the types.
    fileprivate func modules(
        declaring names: Set<String>,
        among modules: [String]
    ) throws(ScaffoldingError) -> [String] {
        var unknown = names.subtracting(Self.standardTypes)
        var found: Set<String> = []
        var others: Set<String> = []
        for module in Set(modules).sorted() {
            guard let folder = folder(of: module) else {
                others.insert(module)
                continue
            }
            let types = Set(try types(in: folder).map(\.name))
            if !types.isDisjoint(with: names) {
                found.insert(module)
            }
            unknown.subtract(types)
        }
        return found.union(unknown.isEmpty ? [] : others).sorted()
    }

    /// Returns the folder of a module whose types an interface can name, or `nil` if the workspace
    /// does not contain the module.
    private func folder(of module: String) -> String? {
        let locations = [.core] + features.map { Role.Location.feature($0) }
        let folders = locations.filter { $0.module == module }.map(\.folder)
        return (folders + ["Modules/Libraries/\(module)"]).first(where: exists)
    }

    private static let standardTypes: Set = [
        "Any", "AnyObject", "Array", "AsyncStream", "AsyncThrowingStream", "Bool", "Character",
        "ClosedRange", "Codable", "Collection", "Comparable", "Decodable", "Dictionary", "Double",
        "Duration", "Encodable", "Equatable", "Error", "Float", "Hashable", "Identifiable", "Int",
        "Int16", "Int32", "Int64", "Int8", "KeyPath", "MainActor", "Never", "Optional", "Range",
        "Result", "Self", "Sendable", "Sequence", "Set", "String", "Substring", "UInt", "UInt16",
        "UInt32", "UInt64", "UInt8", "Void",
    ]
}
