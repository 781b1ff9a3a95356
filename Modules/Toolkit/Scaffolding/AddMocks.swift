import SwiftSource

/// A change that adds to the mocks of a module what its protocols require and the mocks do not
/// have, and that adds a mock for each provided protocol without one.
///
/// The existing members of a mock do not change. The notes name the requirements that the mocks do
/// not have after the change, and the members that no protocol requires.
public struct AddMocks: WorkspaceChange {
    private let name: String

    /// Creates a change for the protocols in the interface of a feature, or in Core.
    public init(_ name: String) {
        self.name = name
    }

    /// The mocks are out of date after an edit of a protocol, so that edit need not be committed.
    public var requiresCleanTree: Bool { false }

    public func prepare(_ plan: inout EditPlan) async throws(ScaffoldingError) -> [String] {
        let workspace = plan.workspace
        let isCore = name == Role.Location.core.module
        if !isCore {
            try workspace.requireInterface(of: name)
        }
        let location = isCore ? Role.Location.core : .feature(name)
        let interface = try Interface(at: location, in: workspace)
        let mocks = try Mocks(of: interface, in: workspace)
        let provided = try workspace.providedTypes(in: location.folder)
        var notes: [String] = []
        for proto in interface.protocols {
            let names = mocks.names(of: proto)
            if names.isEmpty, provided.contains(proto.name) {
                notes += try mocks.add(of: proto, &plan)
            }
            for name in names {
                notes += try mocks.complete(name, of: proto, &plan)
            }
        }
        return notes.isEmpty ? ["every protocol of '\(name)' has a complete mock"] : notes
    }
}

/// The types that mock the protocols of a module.
private struct Mocks {
    private let interface: Interface
    private let files: [SourceText]
    private let types: [TypeDeclaration]

    init(of interface: Interface, in workspace: Workspace) throws(ScaffoldingError) {
        self.interface = interface
        let folder = interface.location.testingFolder
        files = try workspace.sources(in: folder)
        types = try workspace.types(in: folder)
    }

    /// Returns the names of the types that conform to a protocol.
    func names(of proto: TypeDeclaration) -> [String] {
        Set(types.filter { $0.inherits(proto.name) }.map(\.name)).sorted()
    }

    /// Adds a mock for a protocol without one, and returns notes.
    func add(
        of proto: TypeDeclaration,
        _ plan: inout EditPlan
    ) throws(ScaffoldingError) -> [String] {
        guard !interface.isClassBound(proto) else {
            return [
                "\(proto.name) has no mock; write one by hand, because no structure can conform"
            ]
        }
        let name = "Mock\(proto.name)"
        let location = interface.location
        let path = "\(location.testingFolder)/\(name).swift"
        try plan.workspace.requireFreeTypes([name])
        let requirements = MissingRequirements(members(of: proto), in: name, with: [])
        let source = try source(of: requirements.mockable, for: proto, in: plan.workspace)
        plan.write(source.text(name, of: proto.name, in: location.module), to: path)
        return requirements.notes
    }

    /// Completes a mock of a protocol, and returns notes.
    func complete(
        _ mock: String,
        of proto: TypeDeclaration,
        _ plan: inout EditPlan
    ) throws(ScaffoldingError) -> [String] {
        let parts = files.flatMap { file in
            file.declarations.filter { $0.name == mock }.map { (file, $0) }
        }
        let members = parts.flatMap { file, part in file.members(of: part) }
        let requirements = MissingRequirements(self.members(of: proto), in: mock, with: members)
        let unused = self.unused(members, of: mock, proto)
        guard !requirements.names.isEmpty else { return unused }
        let type = parts.first { $0.1.isType }
        let hasClosures = mock.hasPrefix("Mock") || members.contains(where: \.isMockClosure)
        guard let (file, declaration) = type, declaration.keyword == "struct", hasClosures else {
            let place = type.map { file, type in file.place(of: type) }
            let names = requirements.names.map { "'\($0)'" }.joined(separator: " and ")
            return ["\(place ?? mock): \(mock) has no closures; write \(names) by hand"]
        }
        guard !requirements.mockable.isEmpty else {
            return requirements.notes + unused
        }
        let source = try source(of: requirements.mockable, for: proto, in: plan.workspace)
        var text = try plan.text(file.path)
        source.add(to: mock, in: &text, isInCore: interface.location == .core)
        plan.write(text, to: file.path)
        let closures = requirements.mockable.map(\.mockName).joined(separator: ", ")
        let note = "\(mock) has the new closures \(closures)"
        return [note] + requirements.notes + unused
    }

    /// Returns a note for each member that calls a closure of a mock, but that the protocol does
    /// not require.
    private func unused(
        _ members: [Declaration],
        of mock: String,
        _ proto: TypeDeclaration
    ) -> [String] {
        let conformances = interface.protocols.filter { names(of: $0).contains(mock) }
        guard conformances.count == 1 else { return [] }
        let required = Set(self.members(of: proto).map(\.member.fullName))
        let closures = members.filter(\.isMockClosure).map(\.name)
        let methods = members.filter { $0.keyword != "init" && !$0.isMockClosure }
        let calls = methods.filter { !$0.words.isDisjoint(with: closures) }
        return calls.map(\.fullName).filter { !required.contains($0) }.map {
            "\(mock) still has '\($0)', which \(proto.name) does not require"
        }
    }

    private func source(
        of requirements: [Requirement],
        for proto: TypeDeclaration,
        in workspace: Workspace
    ) throws(ScaffoldingError) -> MockSource {
        try MockSource(
            of: requirements,
            declaredIn: interface.files,
            access: proto.isPublic ? "public" : "package",
            in: workspace
        )
    }

    private func members(of proto: TypeDeclaration) -> [(file: SourceText, member: Declaration)] {
        interface.members(of: proto, includesDefaults: false)
    }
}

/// The requirements that a mock does not have.
private struct MissingRequirements {
    /// The requirements that a mock can implement by calling a closure.
    private(set) var mockable: [Requirement] = []
    /// The names of all requirements, such as `example(_:)`.
    let names: [String]
    /// The reasons why the other requirements must be implemented by hand.
    private(set) var notes: [String] = []

    /// Finds the requirements that the members of a mock do not implement, and chooses a different
    /// name for each new closure.
    init(
        _ all: [(file: SourceText, member: Declaration)],
        in mock: String,
        with members: [Declaration]
    ) {
        let known = Set(members.flatMap { [$0.fullName, $0.typedName] })
        let counts = Dictionary(grouping: all, by: \.member.fullName)
        let missing = all.filter { _, member in
            let isOverloaded = (counts[member.fullName]?.count ?? 0) > 1
            return !known.contains(isOverloaded ? member.typedName : member.fullName)
        }
        names = missing.map(\.member.fullName)
        var taken = Set(members.map(\.name))
        let remedy = "write it in \(mock) by hand"
        for (file, member) in missing {
            do {
                var requirement = try Requirement(
                    ofProtocol: member,
                    in: file,
                    for: .mock,
                    remedy: remedy
                )
                requirement.chooseMockName(except: &taken)
                mockable.append(requirement)
            } catch .unsupportedSource(let path, let reason, _) {
                notes.append("\(path): \(reason); \(remedy)")
            } catch {
                notes.append(error.message)
            }
        }
    }
}
